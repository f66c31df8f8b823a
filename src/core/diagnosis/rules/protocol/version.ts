import { updateComposed } from '../../cures/updateComposed.ts';
import { l10n } from '../../../../base/l10n.ts';
import { openManual } from '../../cures/manual.ts';
import { programName, useNewest } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { advise, ask, enterUrl, runInTerminal, tryAgain } from '../../model/remedies.ts';
import { lineAt, rule } from '../../model/rule.ts';

function textOf(evidence: Evidence): string {
  return [...evidence.causes.map(({ message }) => message), outputOf(evidence), evidence.body ?? ''].join('\n');
}

export const protocolVersion = rule('protocol/version', (evidence) => {
  const text = textOf(evidence);
  const match =
    /(?:Unsupported|unknown|invalid|incompatible)[^\n]{0,20}protocol[ _-]?(?:version|revision)[^\n"}]{0,200}/i.exec(
      text,
    ) ??
    /protocol[ _-]?version[^\n"}]{0,60}(?:not supported|unsupported|mismatch|too (?:old|new))[^\n"}]{0,100}/i.exec(
      text,
    );
  if (!match) return undefined;
  const isRemote = 'url' in evidence.launch;
  const update = advise(l10n.t('Update the server to a newer version of its SDK.'));
  return {
    cause: l10n.t(
      'The server does not support the protocol version that is offered to it: {0}',
      match[0].slice(0, 200),
    ),
    remedies: isRemote ? [update, ...updateSdk(evidence)] : [...updateSdk(evidence), update],
    proof: lineAt(text, match.index),
  };
});

/** A server from a registry is updated by its version; one of the user by its SDK. */
function updateSdk(evidence: Evidence): readonly Remedy[] {
  const newest = useNewest(evidence);
  const composed = updateComposed(evidence);
  if (newest.length > 0 || composed.length > 0) return [...newest, ...composed];
  if (evidence.launch.kind !== 'stdio')
    return 'url' in evidence.launch ? [enterUrl(evidence.launch.url), tryAgain()] : [];
  const command = sdks[programName(stdioOf(evidence)?.command ?? '').replace(/[\d.]+$/, '')];
  return command
    ? [runInTerminal(l10n.t('Update its SDK'), command, stdioOf(evidence)?.cwd)]
    : [...openManual(evidence), tryAgain()];
}

const sdks: Readonly<Record<string, readonly string[]>> = {
  node: ['npm', 'install', '@modelcontextprotocol/sdk@latest'],
  tsx: ['npm', 'install', '@modelcontextprotocol/sdk@latest'],
  python: ['python3', '-m', 'pip', 'install', '--upgrade', 'mcp'],
  uv: ['uv', 'add', '--upgrade-package', 'mcp', 'mcp'],
  go: ['go', 'get', '-u', './...'],
  cargo: ['cargo', 'update'],
  dotnet: ['dotnet', 'restore', '--force-evaluate'],
};

/** A server that ends at the first request it does not know speaks an older protocol. */
export const unknownRequest = rule('protocol/request', (evidence) => {
  const text = outputOf(evidence);
  const match =
    /(?:ExpectedInitialize\w*|unknown (?:request )?method|method not found|unexpected (?:request|message|method)|before initialization)[^\n]{0,200}?\b((?:server|tools|resources|prompts|notifications|logging|completion)\/[a-z_/]{2,40}|initialize)\b/i.exec(
      text,
    );
  if (!match || !stdioOf(evidence) || !evidence.end) return undefined;
  return {
    cause: l10n.t(
      'The server ended at the request "{0}", which its version of the protocol does not have.',
      match[1] ?? '',
    ),
    remedies: [...updateSdk(evidence), tryAgain(), advise(l10n.t('Update the server to a newer version of its SDK.'))],
    proof: lineAt(text, match.index),
    isCertain: false,
  };
});

export const notMcp = rule('protocol/other', (evidence) => {
  const text = textOf(evidence);
  const match = /(?:-32601|Method not found|Unknown method|Unhandled method)[^\n]{0,60}/i.exec(text);
  if (!match) return undefined;
  return {
    cause: l10n.t('Something answers in JSON-RPC, but does not know "initialize": it is not an MCP server.'),
    remedies: [
      ...otherWay(evidence),
      advise(l10n.t('Check that the command or URL is that of the MCP server of the product.')),
    ],
    proof: lineAt(text, match.index),
    isCertain: false,
  };
});

function otherWay({ launch }: Evidence): readonly Remedy[] {
  if (launch.kind === 'stdio')
    return [ask(l10n.t('Enter the argument that starts its server'), ['args', launch.args.length])];
  return 'url' in launch ? [enterUrl(launch.url)] : [];
}

export const otherIds = rule('protocol/ids', ({ strayResponses = 0 }) =>
  strayResponses === 0
    ? undefined
    : {
        cause: l10n.t('The server responds, but with IDs that no request has.'),
        remedies: [
          advise(l10n.t('A response repeats the "id" of its request, with its type: report this to its author.')),
        ],
      },
);

export const invalidHandshake = rule('protocol/handshake', (evidence) => {
  const text = textOf(evidence);
  const match =
    /(?:invalid_type|Invalid input|Invalid initialize|expected (?:string|object|array), received|"protocolVersion"|"serverInfo"|"capabilities")[^\n]{0,200}/.exec(
      text,
    );
  if (!match || evidence.end) return undefined;
  return {
    cause: l10n.t('The response of the server to "initialize" is not valid.'),
    remedies: [advise(l10n.t('Update the server, or report this to its author.'))],
    proof: lineAt(text, match.index),
    isCertain: false,
  };
});

export const sdkMismatch = rule('protocol/sdk', (evidence) => {
  const text = outputOf(evidence);
  const match = /(?:McpError|MCP error) -?\d+: ([^\n]{1,200})/.exec(text);
  if (!match) return undefined;
  return {
    cause: l10n.t('The server failed in its SDK: {0}', match[1] ?? ''),
    remedies: [runInTerminal(l10n.t('Update its SDK'), ['npm', 'update', '@modelcontextprotocol/sdk'])],
    proof: lineAt(text, match.index),
    isCertain: false,
  };
});
