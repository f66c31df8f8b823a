/** English is the key. A bundle maps it to the user's language; missing texts stay English. */
export type TextBundle = Readonly<Record<string, string>>;

let bundle: TextBundle = {};

export function useBundle(next: TextBundle): void {
  bundle = next;
}

/** `{0}`, `{1}` … are replaced by the arguments, as in vscode.l10n. */
export function t(english: string, ...args: readonly (string | number)[]): string {
  const text = Object.hasOwn(bundle, english) ? (bundle[english] as string) : english;
  return args.length === 0
    ? text
    : text.replace(/\{(\d+)\}/g, (whole, at: string) => String(args[Number(at)] ?? whole));
}

/** Both forms are complete sentences, because word order differs between languages. */
export function tn(count: number, one: string, many: string): string {
  return count === 1 ? t(one, count) : t(many, formatCount(count));
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}
