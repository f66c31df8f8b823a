import { mark } from './mark.ts';

const beginKey = '-----BEGIN ';
const endKey = '-----END ';
const endLabel = /^-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/;
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
  let at = text.indexOf(beginKey);
  while (at >= 0) {
    const label = /^-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----/.exec(text.slice(at, at + 80))?.[1];
    // A key that is redacted already has no end marker, and must not redact the rest of the text.
    if (label === undefined || text.startsWith(mark, at + label.length + 16)) {
      at = text.indexOf(beginKey, at + 1);
      continue;
    }
    const limit = endOfText(text, at);
    const end = text.slice(at, limit).indexOf(`${endKey}${label}-----`);
    const stop = end < 0 ? limit : at + end + label.length + 14;
    result += `${text.slice(from, at)}${beginKey}${label}-----${mark}`;
    from = stop;
    at = text.indexOf(beginKey, stop);
  }
  return result + text.slice(from);
}

/** A key goes at most up to the quote that closes its text: no key has quotes. */
function endOfText(text: string, from: number): number {
  const quote = text.indexOf('"', from);
  if (quote < 0) return text.length;
  let end = quote;
  while (end > from && text[end - 1] === '\\') end--;
  return end;
}

/** The rest of a key whose beginning was cut off: everything before the end marker that can belong to it. */
function withoutEnded(text: string): string {
  let result = '';
  let from = 0;
  for (let at = text.indexOf(endKey); at >= 0; at = text.indexOf(endKey, at + 1)) {
    if (!endLabel.test(text.slice(at, at + 80))) continue;
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
