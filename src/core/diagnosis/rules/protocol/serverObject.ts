import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { scriptOf } from '../../model/project.ts';
import { advise, openSource, setArgs, setValue } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** `mcp run FILE` and `fastmcp run FILE` look for a global variable. */
export const serverObjectMissing = outputRule(
  'protocol/server-object',
  [/No server object found in ([^\n]{1,300}?\.py)/, /is of type <class '([\w.]{3,100})'> \(expecting <class/],
  ([, said = ''], evidence) => {
    const launch = stdioOf(evidence);
    if (!launch) return undefined;
    const script = scriptOf(evidence) ?? said;
    const own = nameIn(script, evidence);
    const isOther = /is of type <class 'fastmcp\./.test(outputOf(evidence));
    return {
      cause: isOther
        ? l10n.t('{0} makes its server with the package "fastmcp", which "mcp run" does not take.', script)
        : own === undefined
          ? l10n.t('{0} has no global variable "mcp", "server" or "app" with a server.', script)
          : l10n.t('The server in {0} is called "{1}": only "mcp", "server" or "app" are found.', script, own),
      remedies: [
        ...(isOther ? withFastMcp(evidence) : withName(own, evidence)),
        openSource(script, 1),
        advise(l10n.t('Or let the file call "mcp.run()", and run it with Python.')),
      ],
    };
  },
);

function nameIn(script: string, { machine }: Evidence): string | undefined {
  const [, name] =
    /^(\w{1,60})\s*(?::[^=\n]{1,60})?=\s*(?:FastMCP|Server|MCPServer)\(/m.exec(machine.head(script)) ?? [];
  return name === undefined || /^(?:mcp|server|app)$/.test(name) ? undefined : name;
}

/** `server.py:weather` */
function withName(name: string | undefined, evidence: Evidence): readonly Remedy[] {
  const { args = [] } = stdioOf(evidence) ?? {};
  const at = args.findIndex((arg) => arg.endsWith('.py'));
  if (name === undefined || at < 0) return [];
  const value = `${args[at] ?? ''}:${name}`;
  return [setValue(l10n.t('Use {0}', `${path.basename(args[at] ?? '')}:${name}`), ['args', at], value)];
}

function withFastMcp(evidence: Evidence): readonly Remedy[] {
  const { args = [], command = '' } = stdioOf(evidence) ?? {};
  const at = args.indexOf('mcp');
  if (at >= 0 && args[at + 1] === 'run')
    return [setArgs(l10n.t('Use "{0}" instead', 'fastmcp run'), args.with(at, 'fastmcp'))];
  return command === 'mcp' ? [setValue(l10n.t('Use "{0}" instead', 'fastmcp run'), ['command'], 'fastmcp')] : [];
}
