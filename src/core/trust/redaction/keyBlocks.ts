import { mark } from './mark.ts';
import { matchAt } from './matchAt.ts';

const beginKey = '-----BEGIN ';
const endKey = '-----END ';
const beginLine = /-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/y;
const endLine = /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/y;
/** The first bytes of a private key, as it stands in PEM; certificates and public keys begin otherwise. */
const bodyPattern =
  /(?<![\w+/])(?:MI[IGH][\w+/]{1,6}(?:IBA[AD]|AgEA)|MHcCAQEE|MC4CAQ|b3BlbnNzaC1rZXktdjE)[\w+/]{24,}={0,2}/g;
const nextLine = /(?:\\+[rn]|\s){1,4}[\w+/]{16,}={0,2}/y;

/** Private keys: whole ones, cut ones, and bodies without the lines around them. */
export function withoutKeys(text: string): string {
  const rest = text.includes(beginKey) ? withoutBegun(text) : text;
  return withoutBodies(rest.includes(endKey) ? withoutEnded(rest) : rest);
}

/** Found by hand: a lazy pattern would look for the end again from every beginning. */
function withoutBegun(text: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(beginKey); at !== -1; at = text.indexOf(beginKey, Math.max(from, at + beginKey.length))) {
    const [begin, label] = matchAt(beginLine, text, at) ?? [];
    // A key that is redacted already has no end marker, and must not redact the rest of the text.
    if (begin === undefined || text.startsWith(mark, at + begin.length)) continue;
    const body = text.slice(at, endOfText(text, at));
    const last = `${endKey}${label}-----`;
    const end = body.indexOf(last);
    result += text.slice(from, at) + begin + mark;
    from = at + (end === -1 ? body.length : end + last.length);
  }
  return result + text.slice(from);
}

/** A key goes at most up to the quote that closes its text: no key has quotes. */
function endOfText(text: string, from: number): number {
  let end = text.indexOf('"', from);
  if (end === -1) return text.length;
  while (text[end - 1] === '\\') end--;
  return end;
}

/** The rest of a key whose beginning was cut off: everything before the end marker that can belong to it. */
function withoutEnded(text: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(endKey); at !== -1; at = text.indexOf(endKey, at + endKey.length)) {
    if (!matchAt(endLine, text, at)) continue;
    let start = at;
    while (start > from && /[\w+/=\s\\]/.test(text[start - 1]!)) start--;
    if (/[\w+/]{16}/.test(text.slice(start, at))) {
      result += text.slice(from, start) + mark;
      from = at;
    }
  }
  return result + text.slice(from);
}

function withoutBodies(text: string): string {
  let result = '';
  let from = 0;
  for (const { 0: line, index } of text.matchAll(bodyPattern)) {
    if (index < from) continue;
    result += text.slice(from, index) + mark;
    from = index + line.length;
    for (nextLine.lastIndex = from; nextLine.test(text); from = nextLine.lastIndex);
  }
  return result + text.slice(from);
}
