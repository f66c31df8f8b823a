import { isNoEventStream } from './sdkErrors.ts';
import { Client, InsufficientScopeError, ProtocolError, SdkHttpError } from '@modelcontextprotocol/client';
import { orAborted } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import { isRecord, sameJson } from '../../../base/json.ts';
import type { Disposable } from '../../../base/lifetime.ts';
import type { Log } from '../../../base/log.ts';
import type { SignInStep } from '../../../contract/signIn.ts';
import type { Tap } from '../../wire/tap.ts';
import {
  type ClientRequests,
  type PauseWhileAsking,
  handleClientRequests,
  capabilitiesOf,
} from '../model/clientRequests.ts';
import { Connection, noTimeoutMs } from './connection.ts';
import type { Deadline, PauseSwitch } from './deadline.ts';
import type { NegotiationCache } from './negotiationCache.ts';
import { loadDiagnosis } from './diagnosis.ts';
import { startFault } from './failure.ts';
import type { Launch, ServerLimits, TransportKind } from '../model/launch.ts';
import { lenientValidator } from './lenientValidator.ts';
import type { SignInJournal } from '../oauth/steps/signInJournal.ts';
import type { SignedIn } from '../model/server.ts';
import { stepExchange, stepText } from '../oauth/steps/stepText.ts';
import type { AuthSession } from '../oauth/authSession.ts';
import type { OAuthParts } from '../oauth/oauthParts.ts';
import type { ServerInfo } from '../model/server.ts';
import type { Channel } from '../transports/channel.ts';
import { openChannel } from '../transports/openChannel.ts';
import { watchOutput } from './watchOutput.ts';
import { withInterception } from '../transports/interceptingTransport.ts';
import { hasAuthorization, withoutUserInfo } from '../model/urlCredentials.ts';
import { TappedTransport } from '../transports/tappedTransport.ts';

export interface ConnectOptions {
  readonly server: string;
  readonly launch: Launch;
  readonly tap: Tap;
  readonly limits: ServerLimits;
  readonly clientRequests: ClientRequests;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly negotiation: NegotiationCache;
  /** False: every call goes through the SDK. */
  readonly fastPath: boolean;
  /** Asked right before each spawn or connection; a throw ends the start. */
  mayOpen(launch: Launch): Promise<void>;
  /** Signing in; without it a 401 is an error. */
  readonly oauth?: OAuthParts | undefined;
  /** Gets the steps of sign-ins. */
  readonly signIns: Pick<SignInJournal, 'add' | 'granted'>;
  /** A user or a call waits for the server: a sign-in page may be opened. */
  mayAsk(): boolean;
  readonly pause: PauseSwitch;
  /** A call was dropped by a user, and only its caller still waits: its place is free until this is disposed. */
  lend(): Disposable;
  /** The process of a failed start may take seconds to end: the verdict does not wait for it, the next start does. */
  endsLater(ending: Promise<void>): void;
  /** Ends with the connection. */
  readonly signal: AbortSignal;
  readonly log: Log;
}

/** One way to try. */
interface Attempt {
  readonly kind: TransportKind;
  /** Known to be legacy: the probe is skipped. */
  readonly legacy: boolean;
  /** Known to be modern: a slow response to the probe is awaited. */
  readonly modern: boolean;
}

/** What an attempt left behind when it failed. */
interface Failed {
  readonly error: unknown;
  readonly channel: Channel | undefined;
  /** It answered the era probe like a modern server, but too late. */
  readonly looksModern: boolean;
  readonly strayResponses: number;
}

/**
 * Connects in whichever era the server supports. What worked is stored, so that the next start does not
 * probe again; if it no longer works it is deleted and negotiated again.
 */
export async function connect(options: ConnectOptions, deadline: Deadline): Promise<Connection> {
  const { negotiation, launch } = options;
  const { signal } = deadline;
  const deadlines = new Set([deadline]);
  const session = await authSessionFor(options, deadlines);
  const { isLegacy } = options.limits;
  const known = isLegacy ? undefined : negotiation.read();
  let attempt: Attempt = {
    kind: known?.kind ?? launch.kind,
    legacy: isLegacy || known?.era === 'legacy',
    modern: known?.era === 'modern',
  };
  const tried: Attempt[] = [];
  const failures: Failed[] = [];
  for (;;) {
    tried.push(attempt);
    const [outcome] = await Promise.all([tryOnce(options, { attempt, signal, deadlines, session }), loadDiagnosis()]);
    if (outcome instanceof Connection) {
      deadlines.delete(deadline);
      // A slow start may look like silence, and the modern response is too late: it is stored for the next start.
      const era = isDiscovery(outcome.tapped.discovery) ? 'modern' : outcome.info.era;
      if (!isLegacy) negotiation.write({ kind: outcome.kind, era, version: outcome.info.version });
      return outcome;
    }
    failures.push(outcome);
    if (await wasGrantedMore(outcome, session, signal)) {
      tried.pop();
      continue;
    }
    const next = signal.aborted ? undefined : nextAttempt(attempt, outcome, launch.kind);
    if (!next || tried.some((each) => sameJson(each, next))) break;
    options.tap.state(`trying again over ${next.kind}${next.legacy ? ', without the era probe' : ''}`);
    attempt = next;
  }
  if (failures.length > 1) negotiation.forget();
  // For a process the last output counts; for a URL the error of the configured transport.
  const decisive = (launch.kind === 'stdio' ? failures.at(-1) : failures[0])!;
  const refusal = session?.explainRefusal(decisive.error);
  throw refusal ?? startFault(decisive.error, launch, decisive.channel, signal, decisive.strayResponses);
}

/** What one attempt works with; all but the first are the same for every attempt. */
interface Means {
  readonly attempt: Attempt;
  readonly signal: AbortSignal;
  readonly deadlines: Set<Deadline>;
  readonly session: AuthSession | undefined;
}

async function authSessionFor(
  options: ConnectOptions,
  deadlines: ReadonlySet<Deadline>,
): Promise<AuthSession | undefined> {
  const { launch, oauth, signal, mayAsk } = options;
  if (!oauth || (launch.kind !== 'http' && launch.kind !== 'sse')) return undefined;
  if (hasAuthorization(withoutUserInfo(launch))) return undefined;
  const oauthSession = await import('../oauth/authSession.ts');
  const step = (each: SignInStep): void => {
    options.signIns.add(each);
    options.tap.state(stepText(each), stepExchange(each));
  };
  const hooks = {
    granted: (grant: SignedIn | undefined) => options.signIns.granted(grant),
    server: options.server,
    mayAsk,
    whileAsking: holding(deadlines),
    signal,
    step,
  };
  return new oauthSession.AuthSession(oauth, launch, hooks);
}

/** The session bounds how often this helps. */
async function wasGrantedMore(
  { error }: Failed,
  session: AuthSession | undefined,
  signal: AbortSignal,
): Promise<boolean> {
  if (!session || signal.aborted || !InsufficientScopeError.isInstance(error)) return false;
  await session.stepUp(error);
  return true;
}

function nextAttempt(attempt: Attempt, failed: Failed, wanted: TransportKind): Attempt | undefined {
  const { error, channel } = failed;
  if (Fault.is(error) && error.code !== 'server/exited') return undefined; // trust, configuration, a command that cannot be run
  const fresh = { kind: wanted, legacy: false, modern: false };
  if (channel?.kind === 'stdio') {
    // Some servers exit on any request before `initialize` (the Rust SDK's do). A proxy may have initialized the server
    // behind it for the probe, and refuses to do so twice.
    const refused = ProtocolError.isInstance(error) && !failed.looksModern;
    if ((channel.process?.end || refused) && !attempt.legacy) return { ...fresh, legacy: true };
    // A slow start was taken for silence, and the probe was answered after all.
    if (failed.looksModern) return { ...fresh, modern: true };
    return attempt.legacy ? fresh : undefined; // the stored result is out of date
  }
  const status = SdkHttpError.isInstance(error) ? error.data.status : undefined;
  const refused = status !== undefined && status >= 400 && status < 500 && ![401, 403, 429].includes(status);
  if (attempt.kind === 'http' && refused) return { kind: 'sse', legacy: true, modern: false };
  if (attempt.kind === 'sse' && isNoEventStream(error)) return { ...fresh, kind: 'http' };
  return attempt.legacy && wanted !== 'sse' ? fresh : undefined;
}

async function tryOnce(options: ConnectOptions, means: Means): Promise<Connection | Failed> {
  const { tap, limits, fastPath } = options;
  let channel: Channel | undefined;
  let tapped: TappedTransport | undefined;
  try {
    const launch = { ...options.launch, kind: means.attempt.kind } as Launch;
    await options.mayOpen(launch);
    const opened = await openChannel(launch, { tap, limits, fastPath, authProvider: means.session });
    channel = withInterception(opened, tap, { whilePaused: holding(means.deadlines), lend: () => options.lend() });
    tapped = new TappedTransport(channel, tap);
    return await handshake(options, means, channel, tapped);
  } catch (error) {
    const ending = tapped?.close().catch(() => {});
    if (ending && isDecided(error, channel)) options.endsLater(ending);
    else await ending;
    return { error, channel, looksModern: isDiscovery(tapped?.discovery), strayResponses: tapped?.strayAnswers ?? 0 };
  }
}

/** What shows that no response can come is complete; after other errors the process may still be about to end, and say why. */
function isDecided(error: unknown, channel: Channel | undefined): boolean {
  return channel?.gate.fault !== undefined || Fault.is(error, 'server/protocol');
}

async function handshake(
  options: ConnectOptions,
  means: Means,
  channel: Channel,
  tapped: TappedTransport,
): Promise<Connection> {
  const { limits, clientInfo, clientRequests, log, pause } = options;
  const { attempt, signal, deadlines, session } = means;
  const capabilities = withGrants(capabilitiesOf(clientRequests), options.launch);
  // On the network silence means an outage, and a user may have to sign in meanwhile: only our own deadline counts.
  const patient = !channel.pipe || attempt.modern || isDebugged(options.launch);
  const client = new Client(clientInfo, {
    capabilities,
    jsonSchemaValidator: lenientValidator,
    versionNegotiation: { mode: 'auto', probe: { timeoutMs: patient ? noTimeoutMs : limits.probeTimeoutMs } },
  });
  const onerror = (error: Error): void => log.debug('client', { server: options.server, reason: error.message });
  Object.assign(client, { onerror });
  handleClientRequests(client, options.server, clientRequests, holding(deadlines));
  const prior = attempt.legacy ? { prior: { kind: 'legacy' as const } } : {};
  // The probe ignores the signal, so the caller closes its transport.
  const given = new AbortController();
  const watch = watchOutput(
    options.launch,
    { channel, probeTimeoutMs: limits.probeTimeoutMs, strayAnswers: () => tapped.strayAnswers },
    (fault) => given.abort(fault),
  );
  try {
    const either = AbortSignal.any([signal, given.signal]);
    await orAborted(client.connect(tapped, { timeout: noTimeoutMs, signal, ...prior }), either);
  } finally {
    watch.dispose();
  }
  const info = readInfo(client, tapped);
  return new Connection({ client, tapped, channel, info, limits, clientInfo, capabilities, deadlines, session, pause });
}

/** It starts when its debugger lets it. */
function isDebugged(launch: Launch): boolean {
  return launch.kind === 'stdio' && launch.onStderr !== undefined;
}

/** The extensions of the authorization that the entry of the server uses. */
function withGrants(capabilities: Record<string, object>, launch: Launch): Record<string, object> {
  const { grant, identityProvider } = ('oauth' in launch && launch.oauth) || {};
  const extensions = {
    ...(grant === 'client_credentials' && { 'io.modelcontextprotocol/oauth-client-credentials': {} }),
    ...(identityProvider && { 'io.modelcontextprotocol/enterprise-managed-authorization': {} }),
  };
  if (Object.keys(extensions).length === 0) return capabilities;
  return { ...capabilities, extensions: { ...capabilities['extensions'], ...extensions } };
}

function holding(deadlines: ReadonlySet<Deadline>): PauseWhileAsking {
  return async (question) => {
    const held = [...deadlines];
    for (const deadline of held) deadline.hold();
    try {
      return await question();
    } finally {
      for (const deadline of held) deadline.release();
    }
  };
}

function isDiscovery(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value['supportedVersions']);
}

function readInfo(client: Client, tapped: TappedTransport): ServerInfo {
  const server = client.getServerVersion();
  const instructions = client.getInstructions();
  const capabilities = (client.getServerCapabilities() ?? {}) as Readonly<Record<string, unknown>>;
  const protocolVersion = client.getNegotiatedProtocolVersion() ?? '';
  const era = client.getProtocolEra() ?? 'legacy';
  return {
    era,
    protocolVersion,
    name: server?.name ?? '',
    version: server?.version ?? '',
    ...(instructions !== undefined && { instructions }),
    capabilities,
    raw: era === 'modern' ? tapped.discovery : tapped.initialization,
  };
}
