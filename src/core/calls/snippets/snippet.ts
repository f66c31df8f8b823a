import { noSnippet } from '../../../base/faults/callFaults.ts';
import { homedir } from 'node:os';
import type { SnippetKind } from '../../../contract/calls.ts';
import type { LaunchSpec } from '../../config/model/launch.ts';
import { isSecretField } from '../../trust/redaction/redactFields.ts';
import { shellQuote } from './quote.ts';
import type { SnippetCall, SnippetServer } from './snippetCall.ts';
import { curlSnippet } from './curl.ts';
import { pythonSnippet } from './python.ts';
import { type Piece, piecesOf, secretPiece } from './template.ts';
import { typescriptSnippet } from './typescript.ts';

/** One call as code that runs as it is pasted. */
export function snippet(kind: SnippetKind, call: SnippetCall): string {
  if (kind === 'cli') return cliSnippet(call);
  if (!call.server) throw noSnippet('embedded');
  switch (kind) {
    case 'curl':
      return curlSnippet(call, call.server);
    case 'typescript':
      return typescriptSnippet(call, call.server);
    case 'python':
      return pythonSnippet(call, call.server);
    default:
      return kind satisfies never;
  }
}

/** It names its file and approves the launch: it is pasted in any folder, by a user who has approved it here. */
function cliSnippet({ cli, serverId, tool, args, configFile }: SnippetCall): string {
  const given = Object.keys(args).length > 0 ? ['--args', JSON.stringify(args)] : [];
  const place = configFile === undefined ? [] : ['--config', configFile, '--trust'];
  return [cli, ...['call', serverId, tool, ...given, ...place].map(shellQuote)].join(' ');
}

export function snippetServer(launch: LaunchSpec, workspaceFolder: string | undefined): SnippetServer {
  const places = { workspaceFolder, userHome: homedir() };
  const pieces = (text: string): readonly Piece[] => piecesOf(text, places);
  const named = ([name, value]: readonly [string, string | null]): readonly (readonly [string, readonly Piece[]])[] => {
    if (value === null) return [];
    const isSecret = isSecretField(name) && !value.includes('${');
    return [[name, isSecret ? [secretPiece(name)] : pieces(value)]];
  };
  if (launch.kind !== 'stdio')
    return { kind: launch.kind, url: pieces(launch.url), headers: Object.entries(launch.headers).flatMap(named) };
  return {
    kind: 'stdio',
    command: pieces(launch.command),
    args: launch.args.map(pieces),
    env: Object.entries(launch.env).flatMap(named),
    cwd:
      launch.cwd === undefined
        ? workspaceFolder === undefined
          ? undefined
          : pieces(workspaceFolder)
        : pieces(launch.cwd),
  };
}
