import { hash } from 'node:crypto';
import { canonicalJson } from '../../../base/json.ts';
import type { ConfiguredTransport } from '../../config/model/transports.ts';
import type { DevOptions, OAuthOptions } from '../../config/model/launch.ts';
import type { InputDeclaration, ServerEntry } from '../../config/model/model.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import { inputsUsed } from '../../config/model/launchReferences.ts';
import { describeInput } from './describeInput.ts';
import { redactText } from '../redaction/redact.ts';

/** A text by its hash; `text` is for showing what changed later, without its secrets. */
export interface HashedText {
  readonly text: string;
  readonly hash: string;
}

/**
 * All that decides what a launch does, without secrets, so that it can be stored.
 * Values count by their hash, headers too, since a value may newly name a
 * variable whose content would then be sent away.
 */
export interface LaunchShape {
  readonly transport: ConfiguredTransport;
  readonly command?: HashedText;
  readonly executable?: string;
  readonly args?: readonly HashedText[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly envFile?: string;
  readonly envFileValues?: Readonly<Record<string, string>>;
  /** Files of the workspace that decide what runs, by their hashes. */
  readonly deciding?: Readonly<Record<string, string>>;
  readonly url?: HashedText;
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauthClient?: string;
  /** Grant, issuer, and the hashes of the client's credentials. */
  readonly oauthGrant?: string;
  readonly oauthIssuer?: string;
  readonly oauthIdentityProvider?: string;
  readonly oauthScopes?: string;
  readonly oauthSecrets?: Readonly<Record<string, string>>;
  readonly sandboxed?: boolean;
  /** The command that runs before a restart. */
  readonly build?: HashedText;
  /** What a debugger of the user's choice gets: some run commands by it. */
  readonly attach?: HashedText;
  /** What each input that the launch uses may put into it, by its id. */
  readonly inputs?: Readonly<Record<string, HashedText>>;
}

/** `shownAs` makes what is remembered of a text for showing it. */
export function launchShape(
  entry: ServerEntry,
  context: LaunchContext = {},
  shownAs: (text: string) => string = redactText,
): LaunchShape {
  const { launch, options } = entry;
  const inputs = inputsShape(inputsUsed(entry), shownAs);
  const hashed = (text: string): HashedText => ({ text: shownAs(text), hash: sha256(text) });
  if (launch.kind !== 'stdio') {
    return {
      transport: launch.kind,
      url: hashed(launch.url),
      headers: hashes(launch.headers),
      ...oauthShape(launch.oauth),
      ...devShape(options.dev, shownAs),
      ...inputs,
    };
  }
  return {
    transport: 'stdio',
    command: hashed(launch.command),
    args: launch.args.map(hashed),
    env: hashes(launch.env),
    ...(launch.cwd !== undefined && { cwd: launch.cwd }),
    ...(launch.envFile !== undefined && { envFile: launch.envFile }),
    ...(context.executable !== undefined && { executable: context.executable }),
    ...(context.envFile && { envFileValues: hashes(Object.fromEntries(context.envFile)) }),
    ...(context.deciding && { deciding: Object.fromEntries(context.deciding.map(({ file, hash }) => [file, hash])) }),
    ...(options.sandboxEnabled !== undefined && { sandboxed: options.sandboxEnabled }),
    ...devShape(options.dev, shownAs),
    ...inputs,
  };
}

function devShape({ build, debug }: DevOptions = {}, shownAs: (text: string) => string): Partial<LaunchShape> {
  const attach = debug?.attach && canonicalJson(debug);
  return {
    ...(build && { build: { text: shownAs(buildText(build)), hash: sha256(JSON.stringify(build)) } }),
    ...(attach !== undefined && { attach: { text: shownAs(attach), hash: sha256(attach) } }),
  };
}

export function buildText(build: readonly string[]): string {
  return build.length === 1 ? build.join('') : JSON.stringify(build);
}

/** All but the place of a declaration counts: its description is what a user reads before giving a secret. */
function inputsShape(used: readonly InputDeclaration[], shownAs: (text: string) => string): Partial<LaunchShape> {
  if (used.length === 0) return {}; // keeps the fingerprint of before inputs counted
  const hashed = used.map((input): [string, HashedText] => {
    const { file: _, span: __, ...declared } = input;
    return [input.id, { text: shownAs(describeInput(input)), hash: sha256(canonicalJson(declared)) }];
  });
  return { inputs: Object.fromEntries(hashed) };
}

/** Only what is there: an entry without these keeps the fingerprint that it was approved under. */
function oauthShape(oauth: OAuthOptions = {}): Partial<LaunchShape> {
  const {
    clientId,
    clientSecret,
    privateKey,
    grant,
    issuer,
    scopes,
    assertion,
    assertionFile,
    identityProvider: provider,
  } = oauth;
  const secrets = {
    ...(clientSecret && { clientSecret }),
    ...(privateKey && { privateKey }),
    ...(assertion && { assertion }),
    ...(assertionFile && { assertionFile }),
    ...(provider && 'idToken' in provider && { idToken: provider.idToken }),
    ...(provider?.clientSecret && { 'identityProvider.clientSecret': provider.clientSecret }),
  };
  return {
    ...(clientId !== undefined && { oauthClient: clientId }),
    ...(grant !== undefined && { oauthGrant: grant }),
    ...(issuer !== undefined && { oauthIssuer: issuer }),
    ...(provider && {
      oauthIdentityProvider: `${provider.clientId} ${'issuer' in provider ? provider.issuer : provider.tokenEndpoint}`,
    }),
    ...(scopes !== undefined && { oauthScopes: scopes.join(' ') }),
    ...(Object.keys(secrets).length > 0 && { oauthSecrets: hashes(secrets) }),
  };
}

/** SHA-256 over the canonical launch: equal for what runs alike, whatever the order of keys. */
export function fingerprintOf(shape: LaunchShape): string {
  const { command, args, url, build, attach, inputs, ...rest } = shape;
  const asked = inputs && Object.fromEntries(Object.entries(inputs).map(([id, { hash }]) => [id, hash]));
  return sha256(
    canonicalJson({
      ...rest,
      command: command?.hash,
      args: args?.map(({ hash }) => hash),
      url: url?.hash,
      ...(build && { build: build.hash }),
      ...(attach && { attach: attach.hash }),
      ...(asked && { inputs: asked }),
    }),
  );
}

/** The same as that of its shape, at a fraction of the time: nothing has to be fit to be shown. */
export function launchFingerprint(entry: ServerEntry, context: LaunchContext | undefined): string {
  return fingerprintOf(launchShape(entry, context, () => ''));
}

function hashes(values: Readonly<Record<string, string | null>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? 'removed' : sha256(value)]),
  );
}

export function sha256(text: string): string {
  return hash('sha256', text);
}
