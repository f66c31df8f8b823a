/** The script Han, and what Unicode keeps free for it. */
const ranges: readonly (readonly [first: number, last: number])[] = [
  [0x4e00, 0x9fff],
  [0x3400, 0x4dbf],
  [0x2e80, 0x2e99],
  [0x2e9b, 0x2ef3],
  [0x2f00, 0x2fd5],
  [0x3005, 0x3005],
  [0x3007, 0x3007],
  [0x3021, 0x3029],
  [0x3038, 0x303b],
  [0xf900, 0xfa6d],
  [0xfa70, 0xfad9],
  [0x16fe2, 0x16fe3],
  [0x16ff0, 0x16ff6],
  [0x20000, 0x3ffff],
];

/** Without `\p{Script=Han}`, which is slow to compile in a process that asks once. */
export function isHan(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return code >= 0x2e80 && ranges.some(([first, last]) => code >= first && code <= last);
}

export function hasHan(text: string): boolean {
  for (const sign of text) if (isHan(sign)) return true;
  return false;
}

/** Each run of such characters replaced; the rest stays. */
export function replaceHan(text: string, replace: (run: string) => string): string {
  let replaced = '';
  let run = '';
  for (const sign of text) {
    if (isHan(sign)) run += sign;
    else {
      replaced += (run === '' ? '' : replace(run)) + sign;
      run = '';
    }
  }
  return replaced + (run === '' ? '' : replace(run));
}
