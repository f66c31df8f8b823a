import { placesOf } from '../../model/entryPlaces.ts';
import { l10n } from '../../../../base/l10n.ts';
import { type Machine, stdioOf } from '../../model/evidence.ts';
import { askForFile, askForFolder, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const escapes: Readonly<Record<string, string>> = {
  '\b': '\\b',
  '\t': '\\t',
  '\n': '\\n',
  '\f': '\\f',
  '\r': '\\r',
  '\v': '\\v',
};
// eslint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0008\t\n\f\r\v]/g;
const drive = /^(?:--?[\w-]+=)?[A-Za-z]:/;

/** In JSON a single backslash and the letter behind it are another character: `C:\new` has a line break. */
export const backslashRead = rule('windows/backslash', (evidence) => {
  const launch = stdioOf(evidence);
  const found = launch ? placesOf(launch).filter(([, text]) => drive.test(text) && isEaten(text)) : [];
  const [first] = found;
  if (!first) return undefined;
  const [path, text] = first;
  const whole = text.replaceAll(control, (each) => escapes[each] ?? each);
  const isLost = whole === text;
  const repaired = found.map(([at, value]) => ({
    path: at,
    value: value.replaceAll(control, (each) => escapes[each] ?? each),
  }));
  return {
    cause: isLost
      ? l10n.t('{0} has lost its backslashes: in JSON each of them is written twice.', text)
      : l10n.t('A backslash of {0} was read as a control character: in JSON each of them is written twice.', whole),
    remedies: [
      ...[isLost ? rebuilt(text, evidence.machine) : undefined].flatMap((file) =>
        file === undefined ? [] : [setValues(l10n.t('Use {0}', file), [{ path, value: file }])],
      ),
      ...(isLost ? [] : [setValues(l10n.t('Use {0}', whole), repaired)]),
      /\.\w{1,5}$/.test(text)
        ? askForFile(l10n.t('Choose the file'), path)
        : askForFolder(l10n.t('Choose the folder'), path),
    ],
    ...inEntry(...path),
  };
});

/** The only path of this machine that is the same without its backslashes. */
function rebuilt(text: string, machine: Machine): string | undefined {
  const walk = (folder: string, rest: string, depth: number): string | undefined => {
    const names = new Set(machine.namesIn(folder).map((name) => name.split(/[/\\]/, 1)[0] ?? name));
    if (names.has(rest)) return `${folder}\\${rest}`;
    if (depth === 0) return undefined;
    return [...names]
      .filter((name) => name !== '' && rest.startsWith(name))
      .map((name) => walk(`${folder}\\${name}`, rest.slice(name.length), depth - 1))
      .find((found) => found !== undefined);
  };
  return walk(text.slice(0, 2), text.slice(2), 12);
}

/** A control character in it, or nothing that separates its parts. */
function isEaten(text: string): boolean {
  return text.search(control) >= 0 || /^[A-Za-z]:[^\\/:=\s]{6,}$/.test(text);
}
