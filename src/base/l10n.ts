/** English is the key. A bundle maps it to the user's language; what it lacks stays English. */
export type TextBundle = Readonly<Record<string, string>>;

const untranslated: TextBundle = {};
let bundle = untranslated;

/** Called once at the start by each process that has a user: the window and the language server. Others stay English. */
export function useBundle(next: TextBundle): void {
  bundle = Object.keys(next).length > 0 ? next : untranslated;
}

/** The package has it in place of the texts that VS Code itself does not look up: FNV-1a of the English one. */
export function textKey(text: string): string {
  let hash = 0x81_1c_9d_c5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93);
  return (hash >>> 0).toString(36);
}

function translated(text: string): string {
  if (bundle === untranslated) return text;
  for (const key of [text, textKey(text)]) if (Object.hasOwn(bundle, key)) return bundle[key] ?? text;
  return text;
}

export interface Texts {
  /** `{0}`, `{1}` … are replaced by the arguments. */
  t(text: string, ...args: readonly (string | number)[]): string;
}

/** As `vscode.l10n`, for code that also runs without VS Code. For what a user reads, never for what a model or a log reads. */
export const l10n: Texts = {
  t: (text, ...args) => english.t(translated(text), ...args),
};

/** For sentences that users read in their language and models in English: the caller chooses which. */
export const english: Texts = {
  t: (text, ...args) => text.replaceAll(/\{(\d+)\}/g, (whole, at: string) => String(args[Number(at)] ?? whole)),
};
