import { l10n } from '../../../base/l10n.ts';
import { revealOnOneLine } from '../../../base/text/hiddenCharacters.ts';
import type {
  IdentityProvider,
  LaunchSpec,
  OAuthOptions,
  RemoteLaunch,
  StdioLaunch,
} from '../../config/model/launch.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import { inputsUsed, launchReferences } from '../../config/model/launchReferences.ts';
import { describeInput } from './describeInput.ts';
import { buildText } from './launchShape.ts';

/**
 * What the dialog shows: every word of the launch, nothing cut, each argument on
 * a line of its own, with what cannot be seen written out.
 */
export function describeLaunch(entry: ServerEntry, context: LaunchContext = {}): string {
  const { launch, source, options } = entry;
  const { debug } = options.dev ?? {};
  const parts = launch.kind === 'stdio' ? stdioParts(launch, context) : remoteParts(launch);
  const inputs = inputsUsed(entry).map((input) => `${input.id}: ${describeInput(input)}`);
  return [
    ...parts,
    ...section(l10n.t('Variables resolved at start'), variablesUsed(launch)),
    ...section(l10n.t('Inputs'), inputs),
    ...section(l10n.t('Build command'), options.dev?.build ? [buildText(options.dev.build)] : []),
    ...section(l10n.t('Debugger configuration'), debug?.attach ? [JSON.stringify(debug)] : []),
    ...section(l10n.t('Configured in'), [source.file]),
  ].join('\n');
}

function stdioParts(launch: StdioLaunch, context: LaunchContext): readonly string[] {
  const names = Object.entries(launch.env).map(([name, value]) =>
    value === null ? l10n.t('{0} (removed)', name) : name,
  );
  return [
    ...section(l10n.t('Command'), [launch.command]),
    ...section(l10n.t('Program'), context.executable === undefined ? [] : [context.executable]),
    ...section(l10n.t('Arguments ({0})', launch.args.length), numbered(launch.args)),
    ...section(l10n.t('Working folder'), launch.cwd === undefined ? [] : [launch.cwd]),
    ...section(l10n.t('Environment variables'), names),
    ...section(l10n.t('Environment file'), envFileLines(launch, context)),
    ...section(
      l10n.t('Variables in that file'),
      (context.envFile ?? []).map(([name]) => name),
    ),
    ...section(
      l10n.t('Files that decide what runs'),
      (context.deciding ?? []).map(({ file }) => file),
    ),
  ];
}

function envFileLines({ envFile }: StdioLaunch, { envFileLink }: LaunchContext): readonly string[] {
  return [...(envFile === undefined ? [] : [envFile]), ...(envFileLink === undefined ? [] : [`→ ${envFileLink}`])];
}

function remoteParts(launch: RemoteLaunch): readonly string[] {
  return [
    ...section(l10n.t('URL ({0})', launch.kind), [launch.url]),
    ...section(l10n.t('Headers'), Object.keys(launch.headers)),
    ...oauthParts(launch.oauth),
  ];
}

function identityPart(provider: IdentityProvider): string {
  return 'issuer' in provider
    ? l10n.t('You sign in at {0}, which vouches for you', provider.issuer)
    : l10n.t('{0}, sent to {1}', l10n.t('your identity token'), provider.tokenEndpoint);
}

function oauthParts({
  clientId,
  clientSecret,
  privateKey,
  grant,
  issuer,
  scopes,
  assertion,
  assertionFile,
  identityProvider: provider,
}: OAuthOptions = {}): readonly string[] {
  const proof = [
    ...(clientSecret === undefined ? [] : [l10n.t('client secret')]),
    ...(privateKey === undefined ? [] : [l10n.t('private key')]),
    ...(assertion === undefined ? [] : [l10n.t('assertion')]),
    ...(assertionFile === undefined ? [] : [l10n.t('assertion in {0}', assertionFile)]),
  ];
  const recipient = issuer ?? l10n.t('the authorization server that this server names');
  return [
    ...section(l10n.t('OAuth client'), clientId === undefined ? [] : [clientId]),
    ...section(l10n.t('OAuth scopes'), scopes ?? []),
    ...section(l10n.t('Sign-in'), grant === undefined ? [] : [unattended(grant)]),
    ...section(l10n.t('Identity provider'), provider ? [identityPart(provider)] : []),
    ...section(
      l10n.t('Credentials'),
      proof.length === 0 ? [] : [l10n.t('{0}, sent to {1}', proof.join(', '), recipient)],
    ),
  ];
}

function unattended(grant: NonNullable<OAuthOptions['grant']>): string {
  return grant === 'client_credentials'
    ? l10n.t('with client credentials, without asking you')
    : l10n.t('with an assertion, without asking you');
}

/** Quotes show where an argument begins and ends: blanks at its end would be invisible. */
function numbered(args: readonly string[]): readonly string[] {
  return args.map((arg, at) => `${at + 1}. ${/^\S+$/.test(arg) ? arg : `"${arg}"`}`);
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [l10n.t('{0}:', title), ...lines.map((line) => `    ${revealOnOneLine(line)}`)];
}

function variablesUsed(launch: LaunchSpec): readonly string[] {
  return [...new Set(launchReferences(launch).map((reference) => reference.text))];
}
