import { l10n } from '../../../../base/l10n.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const compileFailed = outputRule(
  'package/compile',
  [
    /Failed to build [`'"]([^`'"\n]{1,120})/,
    /npm (?:ERR!|error) path (\S{1,300})\nnpm (?:ERR!|error) command failed/,
    /(error TS\d{4}: [^\n]{1,200})/,
    /(error\[E\d{4}\]: [^\n]{1,200})/,
    /(error CS\d{4}: [^\n]{1,200})/,
    /(^|\n)(\.?\/?[\w./-]{1,200}\.go:\d+:\d+: [^\n]{1,200})/,
    /(gyp ERR! (?:find Python|build error|stack Error)[^\n]{0,200})/,
    /(error: (?:command|subprocess-exited-with-error|linker `\w+` not found)[^\n]{0,200})/,
  ],
  (match) => ({
    cause: l10n.t('The server, or a package of it, could not be built: {0}', (match.at(-1) ?? '').trim()),
    remedies: [advise(l10n.t('Build it in a terminal, and fix what the compiler names.'))],
  }),
);

export const nativeModule = outputRule(
  'package/native',
  [
    /was compiled against a different Node\.js version using\s+NODE_MODULE_VERSION (\d+)/,
    /(?:invalid ELF header|slice is not valid mach-o file|not a valid Win32 application)/,
    /Could not locate the bindings file/,
    /You installed \S{1,60} for another platform/,
  ],
  () => ({
    cause: l10n.t('A native module of the server was built for another Node.js or another system.'),
    remedies: [runInTerminal(l10n.t('Build it again with "npm rebuild"'), ['npm', 'rebuild'])],
  }),
);

export const sharedLibraryMissing = outputRule(
  'package/shared-library',
  [
    /error while loading shared libraries: ([\w.+-]{1,100})/,
    /version `(GLIBC(?:XX)?_[\d.]{1,20})' not found/,
    /Library not loaded: (\S{1,200})/,
  ],
  ([, name = '']) => ({
    cause: l10n.t('The program needs the system library {0}, which is not there.', name),
    remedies: [advise(l10n.t('Install it, or use a build of the server for this system.'))],
  }),
);
