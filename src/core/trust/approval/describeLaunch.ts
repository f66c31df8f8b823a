import { revealOnOneLine } from '../../config/text/hiddenCharacters.ts';
import type { OAuthOptions, RemoteLaunch, StdioLaunch } from '../../config/model/launch.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import { findReferences } from '../../config/model/references.ts';

/**
 * What the dialog shows: every word of the launch, nothing cut, each argument on
 * a line of its own, with what cannot be seen written out.
 */
export function describeLaunch(entry: ServerEntry, context: LaunchContext = {}): string {
  const { launch, source } = entry;
  const parts = launch.kind === 'stdio' ? stdioParts(launch, context) : remoteParts(launch);
  const used = variablesUsed(JSON.stringify(launch));
  return [...parts, ...section('Values filled in at the start', used), ...section('Configured in', [source.file])].join(
    '\n',
  );
}

function stdioParts(launch: StdioLaunch, context: LaunchContext): readonly string[] {
  const names = Object.entries(launch.env).map(([name, value]) => (value === null ? `${name} (taken away)` : name));
  return [
    ...section('Command', [launch.command]),
    ...section('Program', context.executable === undefined ? [] : [context.executable]),
    ...section(`Arguments (${launch.args.length})`, numbered(launch.args)),
    ...section('Working folder', launch.cwd === undefined ? [] : [launch.cwd]),
    ...section('Variables given to it', names),
    ...section('Variables file', launch.envFile === undefined ? [] : [launch.envFile]),
    ...section(
      'Variables from that file',
      (context.envFile ?? []).map(([name]) => name),
    ),
  ];
}

function remoteParts(launch: RemoteLaunch): readonly string[] {
  return [
    ...section(`Address (${launch.kind})`, [launch.url]),
    ...section('Headers sent', Object.keys(launch.headers)),
    ...oauthParts(launch.oauth),
  ];
}

function oauthParts({ clientId, clientSecret, privateKey, grant, issuer }: OAuthOptions = {}): readonly string[] {
  const proof = [clientSecret && 'a client secret', privateKey && 'a private key'].filter((part) => part !== undefined);
  const whom = issuer ?? 'whichever authorization server this server names';
  return [
    ...section('OAuth client', clientId === undefined ? [] : [clientId]),
    ...section('Signs in', grant === undefined ? [] : ['as itself, without asking you (client credentials)']),
    ...section('Credentials', proof.length === 0 ? [] : [`${proof.join(' and ')}, sent to ${whom}`]),
  ];
}

/** Quotes show where an argument begins and ends: blanks at its end would be invisible. */
function numbered(args: readonly string[]): readonly string[] {
  return args.map((arg, at) => `${at + 1}. ${/^\S+$/.test(arg) ? arg : `"${arg}"`}`);
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`${title}:`, ...lines.map((line) => `    ${revealOnOneLine(line)}`)];
}

function variablesUsed(text: string): readonly string[] {
  return [...new Set(findReferences(text).map((reference) => reference.text))];
}
