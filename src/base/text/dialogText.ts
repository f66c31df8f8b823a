import { revealSentence } from './hiddenCharacters.ts';
import { inertText } from './inertText.ts';

/** More does not fit on a screen: buttons and the end of the text would be out of sight. */
const mostCharacters = 10_000;
const mostLines = 300;

/** Whether a dialog shows it whole. What a user cannot read is not put to the user. */
export function fitsDialog(text: string): boolean {
  return text.length <= mostCharacters && text.split('\n', mostLines + 1).length <= mostLines;
}

interface DialogText {
  readonly title: string;
  readonly detail: string;
}

/** As a dialog may show it: no link, nothing hidden, a title of one line. `undefined` where it could not be read whole. */
export function dialogText({ title, detail }: DialogText): DialogText | undefined {
  const shown = { title: inertText(revealSentence(title)), detail: inertText(detail) };
  return fitsDialog(`${shown.title}\n${shown.detail}`) ? shown : undefined;
}
