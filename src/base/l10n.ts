/** English is the key. A bundle maps it to the user's language; what it lacks stays English. */
export type TextBundle = Readonly<Record<string, string>>;

let bundle: TextBundle = {};

/** Called once at the start by each process that has a user: the window and the language server. Others stay English. */
export function useBundle(next: TextBundle): void {
  bundle = next;
}

export interface Texts {
  /** `{0}`, `{1}` … are replaced by the arguments. */
  t(text: string, ...args: readonly (string | number)[]): string;
}

/** As `vscode.l10n`, for code that also runs without VS Code. For what a user reads, never for what a model or a log reads. */
export const l10n: Texts = {
  t: (text, ...args) => english.t(Object.hasOwn(bundle, text) ? (bundle[text] ?? text) : text, ...args),
};

/** For sentences that users read in their language and models in English: the caller chooses which. */
export const english: Texts = {
  t: (text, ...args) => text.replaceAll(/\{(\d+)\}/g, (whole, at: string) => String(args[Number(at)] ?? whole)),
};
