import { escapePattern } from '../../../base/pattern/escapePattern.ts';
import { mark } from './mark.ts';
import { redactText } from './redact.ts';

/** What a key or a token is made of: no blank, no quote, nothing that a shell or a browser would act on. */
const token = /^(?![./~])(?!.*:\/\/)[\w.~+/=:@%-]+$/;

/**
 * Redacts keys and tokens, and nothing else, line by line: of what a user is to approve no word may be hidden that
 * could do something. What else would be hidden stays.
 */
export function redactTokens(text: string): string {
  return text.split('\n').map(redactLine).join('\n');
}

function redactLine(line: string): string {
  const pieces = redactText(line).split(mark);
  const hidden = new RegExp(`^${pieces.map(escapePattern).join('(.*?)')}$`).exec(line)?.slice(1);
  if (!hidden) return line;
  return pieces.map((piece, at) => piece + shownOf(hidden[at])).join('');
}

function shownOf(part: string | undefined): string {
  if (part === undefined) return '';
  return token.test(part) ? mark : part;
}
