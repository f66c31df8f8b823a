import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, argAt, setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';
import { withoutVersion } from './packageName.ts';

export const packageWithoutProgram = outputRule(
  'package/no-program',
  [/could not determine executable to run/i],
  (_match, evidence) => {
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => !arg.startsWith('-'));
    const name = withoutVersion(at === undefined ? '' : (launch?.args[at] ?? ''));
    return {
      cause: l10n.t('The package "{0}" has no program that npx could run.', name),
      remedies: [
        advise(l10n.t('Use "--package={0}" and the name of its program, or check that it is an MCP server.', name)),
      ],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);

/** A script of package.json or a target of Cargo that is not there. */
export const targetMissing = outputRule(
  'package/target',
  [
    /[Mm]issing script: ['"]?([\w:.-]{1,60})/,
    /ERR_PNPM_NO_SCRIPT\S{0,20}\s+Missing script: ([\w:.-]{1,60})/,
    /error Command "([\w:.-]{1,60})" not found/,
    /Couldn't find a (project) to run/,
    /no (?:bin|example) target named [`'"]([\w.-]{1,60})/,
    /(?:couldn't find|could not read) (?:a )?package\.json|ENOENT[^\n]{0,80}open '([^'\n]{1,300}package\.json)'/,
  ],
  ([, name = 'package.json'], evidence) => {
    const folder = stdioOf(evidence)?.cwd;
    const cause =
      folder === undefined
        ? l10n.t('There is no "{0}" in the folder in which the server is started.', name)
        : l10n.t('There is no "{0}" in {1}, in which the server is started.', name, folder);
    return {
      cause,
      remedies: [advise(l10n.t('Set "cwd" to the folder of the server, or correct the name in "args".'))],
      ...inEntry(folder === undefined ? 'args' : 'cwd'),
    };
  },
);

/** uv names the programs that the package does have. */
export const packageOtherProgram = outputRule(
  'package/other-program',
  [
    /An executable named `([^`\n]{1,100})` is not provided by package `([^`\n]{1,100})`[^]{0,200}?(?:available|provides)[^]{0,60}?- ([\w.-]{1,100})/,
    /executable `([^`\n]{1,100})` (?:was )?not (?:found|provided)[^]{0,60}package `([^`\n]{1,100})`/i,
  ],
  ([, wanted = '', name = '', real], evidence) => {
    const launch = stdioOf(evidence);
    const at = launch && argAt(launch, (arg) => arg === wanted || withoutVersion(arg) === wanted);
    const args =
      launch && at !== undefined && real !== undefined
        ? [...launch.args.slice(0, at), '--from', name, real, ...launch.args.slice(at + 1)]
        : undefined;
    return {
      cause: l10n.t('The package "{0}" has no program "{1}".', name, wanted),
      remedies: [
        ...(args && real !== undefined ? [setArgs(l10n.t('Run its program "{0}"', real), args)] : []),
        advise(l10n.t('Use "--from {0}" and the name of its program.', name)),
      ],
      ...(at !== undefined && inEntry('args', at)),
    };
  },
);
