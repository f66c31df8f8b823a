import type { Fault } from '../../../base/fault.ts';
import { l10n } from '../../../base/l10n.ts';
import type { ServerView } from '../../../contract/inspector.ts';
import type { SignInStep } from '../../../contract/signIn.ts';
import { diagnosesOf, isNamedBy } from '../../diagnosis/diagnosedFault.ts';
import type { ServerLog } from '../../servers/serverLog.ts';
import type { ManagedServer, ServerState, SignedIn } from '../../servers/model/server.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';
import type { Countdown } from './countdown.ts';

type Waiting = Extract<ServerState, { kind: 'waiting' }>;

/** Reads the server's signals: inside a computed, the view follows them. */
export function toServerView(
  server: ManagedServer,
  redactor: Redactor,
  countdown: Countdown,
  outputOf: OutputOf,
): ServerView {
  const { id, label, source, transport } = server;
  const state = server.state.value;
  const toolCount = server.tools.value.length;
  const problemCount = server.problems.value.length;
  const hiddenTools = server.listedTools.value.length - toolCount;
  const { calls, latencyMs } = server.statistics.value;
  return {
    id,
    label,
    source,
    transport,
    state: state.kind,
    stateText: redactor.text(textOf(server, state, countdown, outputOf)),
    toolCount,
    ...(hiddenTools > 0 && { hiddenTools }),
    ...(problemCount > 0 && { problemCount }),
    // A fault may quote the server's own last output.
    ...('fault' in state && { fault: redactor.value(state.fault.toShape()), ...redactor.value(causeOf(state.fault)) }),
    ...(state.kind === 'connected' && {
      era: state.info.era,
      protocolVersion: state.info.protocolVersion,
      serverName: state.info.name,
      serverVersion: state.info.version,
      ...signedInOf(server.signedIn.value),
    }),
    ...(calls > 0 && { latencyMs: latencyMs.p50 }),
  };
}

function signedInOf(grant: SignedIn | undefined): Pick<ServerView, 'signedIn' | 'signInEnds'> {
  if (!grant) return {};
  const { expiresAt, isRenewable } = grant;
  if (expiresAt === undefined) return { signedIn: l10n.t('Signed in') };
  const at = new Date(expiresAt).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' });
  return isRenewable
    ? { signedIn: l10n.t('Signed in until {0}, then renewed automatically', at) }
    : { signedIn: l10n.t('Signed in until {0}', at), signInEnds: true };
}

/** What a server has printed. */
export type OutputOf = (server: string) => Pick<ServerLog, 'lastOutput' | 'firstStrayText'> | undefined;

function causeOf(fault: Fault): Pick<ServerView, 'cause' | 'proof'> {
  const [first] = diagnosesOf(fault);
  const proof = first?.proof;
  return { ...(first && !isNamedBy(fault, first) && { cause: first.cause }), ...(proof !== undefined && { proof }) };
}

/** As a row shows it: of a start that failed the cause, of a wait how long it has been and for what. */
function textOf(
  { id, transport, signInSteps }: ManagedServer,
  state: ServerState,
  countdown: Countdown,
  outputOf: OutputOf,
): string {
  if (state.kind === 'waiting') return describeWait(state, countdown);
  if (state.kind === 'error') return wasGivenUp(state.fault) ? describeState(state) : failureText(state);
  if (state.kind !== 'connecting') return describeState(state);
  const seconds = countdown.secondsSince(state.since);
  if (isInBrowser(signInSteps, state.since)) return l10n.t('Waiting for the sign-in in the browser, {0} s', seconds);
  const output = outputOf(id);
  const stray = output?.firstStrayText(state.since);
  if (stray !== undefined) return l10n.t('Connecting, {0} s: prints text to stdout, not MCP: {1}', seconds, stray);
  if (seconds < slowSeconds) return describeState(state);
  const isProcess = transport === 'stdio' || transport === 'memory';
  const silence = isProcess ? l10n.t('no output and no response yet') : l10n.t('the server has not responded yet');
  return l10n.t('Connecting, {0} s: {1}', seconds, output?.lastOutput(state.since) ?? silence);
}

/** The page of this very start is open: nothing is wrong with the server. */
function isInBrowser(steps: readonly SignInStep[], since: number): boolean {
  const last = steps.at(-1);
  return last?.kind === 'page' && last.at >= since;
}

function failureText(state: Extract<ServerState, { kind: 'error' }>): string {
  return causeOf(state.fault).cause ?? describeState(state);
}

/** It ran before: that there are no more attempts says more than why. */
function wasGivenUp({ data }: Fault): boolean {
  return data?.['attempts'] !== undefined;
}

/** Before that a start is nothing to talk about. */
const slowSeconds = 2;

/** One line, the same on every read. */
export function describeState(state: ServerState): string {
  switch (state.kind) {
    case 'disconnected':
      return describeDisconnected(state.reason);
    case 'pending':
      return describePending(state.reason);
    case 'connecting':
      return l10n.t('Connecting');
    case 'connected':
      return l10n.t('Connected');
    case 'waiting':
      return l10n.t(
        'Connection lost: {0} (attempt {1} of {2} follows)',
        state.fault.message,
        state.attempt,
        state.attempts,
      );
    case 'error':
      return state.fault.message;
    default:
      return state satisfies never;
  }
}

/** Read inside a computed, it counts down. */
function describeWait({ attempt, attempts, retryAt }: Waiting, countdown: Countdown): string {
  return l10n.t('Reconnecting in {0} s (attempt {1} of {2})', countdown.secondsUntil(retryAt), attempt, attempts);
}

function describePending(reason: Extract<ServerState, { kind: 'pending' }>['reason']): string {
  switch (reason) {
    case 'untrusted-workspace':
      return l10n.t('Workspace not trusted');
    case 'new':
      return l10n.t('Needs your approval');
    case 'changed':
      return l10n.t('Changed, needs your approval');
    case 'policy':
      return l10n.t('Not allowed by policy');
    default:
      return reason satisfies never;
  }
}

function describeDisconnected(reason: Extract<ServerState, { kind: 'disconnected' }>['reason']): string {
  switch (reason) {
    case 'never':
      return l10n.t('Not started');
    case 'stopped':
      return l10n.t('Stopped');
    case 'idle':
      return l10n.t('Stopped while idle, the next call starts it');
    case 'disabled':
      return l10n.t('Disabled in the configuration');
    case 'cancelled':
      return l10n.t('Cancelled');
    default:
      return reason satisfies never;
  }
}
