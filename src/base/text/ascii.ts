/** Most texts are, and an expression with a class such as `\p{L}` takes up to 5 ms before it is used the first time. */
export function isAscii(text: string): boolean {
  // eslint-disable-next-line no-control-regex
  return /^[\u0000-\u007f]*$/.test(text);
}

/** Words without marks, each by itself and without an inner capital: no code looks like that, but for its keywords. */
export function isPlainSentence(text: string): boolean {
  return /^\s*(?:[A-Z]?[a-z0-9]+[,.?!]?(?:\s+|$))*$/.test(text);
}
