/** English is the key. A bundle maps it to the user's language; what it lacks stays English. */
type TextBundle = Readonly<Record<string, string>>;

let bundle: TextBundle = {};

/** Called once at the start by each process that has a user: the window and the language server. Others stay English. */
export function useBundle(next: TextBundle): void {
  bundle = next;
}

/** As `vscode.l10n`, for code that also runs without VS Code. For what a user reads, never for what a model or a log reads. */
export const l10n = {
  /** `{0}`, `{1}` … are replaced by the arguments. */
  t(english: string, ...args: readonly (string | number)[]): string {
    const text = Object.hasOwn(bundle, english) ? (bundle[english] ?? english) : english;
    return text.replaceAll(/\{(\d+)\}/g, (whole, at: string) => String(args[Number(at)] ?? whole));
  },
};
