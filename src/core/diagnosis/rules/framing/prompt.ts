import { l10n } from '../../../../base/l10n.ts';
import { basename } from 'node:path';
import { runItself } from '../../cures/runItself.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { scriptOf, variablesRead } from '../../model/project.ts';
import { askFor, setArgs } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

export const waitsForAnswer = outputRule(
  'framing/prompt',
  [
    /(?:^|\n)([^\n]{0,200}(?:\(y\/n\)|\[y\/n\]|\(yes\/no\)|\(y\)|\[Y\/n\]|\[y\/N\])[^\n]{0,20})\s*$/i,
    /(?:^|\n)((?:Please )?(?:enter|type|input|choose|select|paste)\b[^\n]{0,120}[:?>]\s*)$/i,
    /(?:^|\n)((?:password|passphrase|username|login|api key|token)[^\n]{0,60}[:?]\s*)$/i,
    /(?:^|\n)\s*\? ([^\n]{3,160}\?[^\n]{0,60})/, // inquirer
    /(\((?:Use arrow keys|Press <space>)[^\n]{0,60})/,
    /(Press (?:any key|enter)[^\n]{0,60})/i,
  ],
  ([, words = ''], evidence) => {
    const launch = stdioOf(evidence);
    const isNpx =
      launch !== undefined &&
      /^(?:npx|npm)(?:\.cmd)?$/.test(basename(launch.command)) &&
      !launch.args.includes('-y') &&
      !launch.args.includes('--yes');
    const asked = words.trim().split('\n').at(-1) ?? '';
    const variable =
      variablesRead(evidence).find(({ line }) => line.includes(asked.replace(/[:?>]\s*$/, '')))?.name ??
      readByShell(evidence);
    if (variable !== undefined && asked.length > 5)
      return {
        cause: l10n.t(
          'The server asks for {0}, because the environment variable {1} is not set: {2}',
          variable,
          variable,
          asked,
        ),
        remedies: [askFor(variable)],
        ...inEntry('env'),
      };
    return {
      cause: l10n.t('The command waits for an answer, but has no terminal: {0}', words.trim().split('\n').at(-1) ?? ''),
      remedies: [
        ...(isNpx ? [setArgs(l10n.t('Add "-y", which says yes'), ['-y', ...launch.args])] : []),
        ...(launch ? [runItself(evidence)] : []),
      ],
      ...inEntry('args'),
    };
  },
);

/** A shell asks for what it does not find among its variables: `[ -z "$KEY" ]`, then `read KEY`. */
function readByShell(evidence: Evidence): string | undefined {
  const file = scriptOf(evidence);
  const head = file?.endsWith('.sh') ? evidence.machine.head(file) : '';
  const names = [...head.matchAll(/\bread\b[^\n;|]*?\b([A-Z][A-Z0-9_]{2,60})\s*(?=$|[;\n|&])/gm)].map(
    ([, name = '']) => name,
  );
  const env = stdioOf(evidence)?.env ?? {};
  return names.find((name) => !env[name] && new RegExp(`-z "?\\$\\{?${name}\\b`).test(head));
}
