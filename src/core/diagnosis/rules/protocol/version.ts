import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf } from '../../model/evidence.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { lineAt, rule } from '../../model/rule.ts';

function textOf(evidence: Evidence): string {
  return [...evidence.causes.map(({ message }) => message), outputOf(evidence), evidence.body ?? ''].join('\n');
}

export const protocolVersion = rule('protocol/version', (evidence) => {
  const text = textOf(evidence);
  const match = /(?:Unsupported|unknown|invalid|incompatible)[^\n]{0,20}protocol[ _-]?version[^\n]{0,200}/i.exec(text);
  if (!match) return undefined;
  return {
    cause: l10n.t(
      'The server does not support the protocol version that is offered to it: {0}',
      match[0].slice(0, 200),
    ),
    remedies: [advise(l10n.t('Update the server to a newer version of its SDK.'))],
    proof: lineAt(text, match.index),
  };
});

export const notMcp = rule('protocol/other', (evidence) => {
  const text = textOf(evidence);
  const match = /(?:-32601|Method not found|Unknown method|Unhandled method)[^\n]{0,60}/i.exec(text);
  if (!match) return undefined;
  return {
    cause: l10n.t('Something answers in JSON-RPC, but does not know "initialize": it is not an MCP server.'),
    remedies: [advise(l10n.t('Check that the command or URL is that of the MCP server of the product.'))],
    proof: lineAt(text, match.index),
    isCertain: false,
  };
});

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
