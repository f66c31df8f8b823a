let bundle: Readonly<Record<string, string>> = {};

/** The editor's language, told once at the start. */
export function useBundle(translations: Readonly<Record<string, string>>): void {
  bundle = translations;
}

/** As `vscode.l10n`, which a process of its own does not have. */
export const l10n = {
  t(message: string, ...args: readonly (string | number)[]): string {
    const template = Object.hasOwn(bundle, message) ? (bundle[message] ?? message) : message;
    return template.replaceAll(/\{(\d)\}/g, (whole, at: string) => String(args[Number(at)] ?? whole));
  },
};
