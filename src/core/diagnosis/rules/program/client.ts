import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const clients = /^(?:claude|codex|gemini|amp|droid|qwen|copilot)$/;

/** `claude mcp add NAME -- COMMAND`: what adds a server to another client is no server. */
export const clientCommand = rule('program/client', (evidence) => {
  const launch = stdioOf(evidence);
  const words = launch ? [programName(launch.command), ...launch.args] : [];
  const at = words.findIndex((word, index) => word === 'add' && words[index - 1] === 'mcp');
  if (!launch || at < 0 || !clients.test(words[at - 2] ?? '')) return undefined;
  const [command, ...args] = words.slice(words.indexOf('--') + 1);
  return {
    cause: l10n.t(
      '"{0}" adds a server to another client, and is no server itself.',
      words.slice(at - 2, at + 1).join(' '),
    ),
    remedies: [
      ...(words.includes('--') && command !== undefined
        ? [
            setValues(l10n.t('Use what it adds: {0}', [command, ...args].join(' ')), [
              { path: ['command'], value: command },
              { path: ['args'], value: args },
            ]),
          ]
        : []),
      advise(l10n.t('Use the command of the server itself.')),
    ],
    ...inEntry('command'),
  };
});
