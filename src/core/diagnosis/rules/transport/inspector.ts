import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type StdioFacts, stdioOf } from '../../model/evidence.ts';
import { advise, setArgs, setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const inspector = /^@modelcontextprotocol\/inspector(?:@[\w.^~-]+)?$|^mcp-inspector$/;

/** Manuals show how a server is tried: with a page in the browser, which is no server. */
export const inspectorStarted = rule('transport/inspector', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch) return undefined;
  const words = [programName(launch.command), ...launch.args];
  const at = words.findIndex((word) => inspector.test(word));
  const dev = words.findIndex((word, index) => word === 'dev' && /^(?:mcp|fastmcp)$/.test(words[index - 1] ?? ''));
  if (at < 0 && dev < 1) return undefined;
  return {
    cause: l10n.t('The entry starts the MCP Inspector, a page for trying servers, and not the server itself.'),
    remedies: [
      ...(at >= 0 ? serverBehind(words.slice(at + 1)) : [runInstead(dev - 1, launch)]),
      advise(l10n.t('Use the command of the server itself.')),
    ],
    ...inEntry(at === 0 ? 'command' : 'args'),
  };
});

/** What the inspector would start. */
function serverBehind(rest: readonly string[]): readonly Remedy[] {
  const [command, ...args] = rest.filter((word, index) => word !== '--' || index > 0);
  if (command === undefined || command.startsWith('-')) return [];
  return [
    setValues(l10n.t('Start "{0}" itself', [command, ...args].join(' ')), [
      { path: ['command'], value: command },
      { path: ['args'], value: args },
    ]),
  ];
}

function runInstead(at: number, { args }: StdioFacts): Remedy {
  return setArgs(l10n.t('Use "{0}" instead', 'run'), args.with(at, 'run'));
}
