import type { ServerView } from '../../contract/inspector.ts';
import type { ManagedServer, ServerState } from '../servers/model/server.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import type { Countdown } from './countdown.ts';

type Waiting = Extract<ServerState, { kind: 'waiting' }>;

/** Reads the server's signals: inside a computed, the view follows them. */
export function toServerView(server: ManagedServer, redactor: Redactor, countdown: Countdown): ServerView {
  const { id, label, source, transport } = server;
  const state = server.state.value;
  const toolCount = server.tools.value.length;
  const problemCount = server.problems.value.length;
  const hiddenTools = server.listedTools.value.length - toolCount;
  void server.pulse.value; // not with each call: a thousand a second would draw a thousand times
  const { calls, latencyMs } = server.statistics.peek();
  return {
    id,
    label,
    source,
    transport,
    state: state.kind,
    stateText: redactor.text(state.kind === 'waiting' ? describeWait(state, countdown) : describeState(state)),
    toolCount,
    ...(hiddenTools > 0 && { hiddenTools }),
    ...(problemCount > 0 && { problemCount }),
    // A fault may quote the server's own last words.
    ...('fault' in state && { fault: redactor.value(state.fault.toShape()) }),
    ...(state.kind === 'connected' && {
      era: state.info.era,
      protocolVersion: state.info.protocolVersion,
      serverName: state.info.name,
      serverVersion: state.info.version,
    }),
    ...(calls > 0 && { latencyMs: latencyMs.p50 }),
  };
}

const pendingTexts: Record<Extract<ServerState, { kind: 'pending' }>['reason'], string> = {
  'untrusted-workspace': 'Workspace not trusted',
  new: 'Needs your approval',
  changed: 'Changed, needs your approval',
  policy: 'Not allowed by policy',
};

const disconnectedTexts: Record<Extract<ServerState, { kind: 'disconnected' }>['reason'], string> = {
  never: 'Not started',
  stopped: 'Stopped',
  idle: 'Stopped while idle',
  disabled: 'Disabled in its file',
};

/** Read inside a computed, it counts down. */
function describeWait({ attempt, attempts, retryAt }: Waiting, countdown: Countdown): string {
  return `Lost, try ${attempt} of ${attempts} in ${countdown.secondsUntil(retryAt)} s`;
}

/** One line, and the same however often it is asked for. */
export function describeState(state: ServerState): string {
  switch (state.kind) {
    case 'disconnected':
      return disconnectedTexts[state.reason];
    case 'pending':
      return pendingTexts[state.reason];
    case 'connecting':
      return 'Connecting';
    case 'connected':
      return 'Connected';
    case 'waiting':
      return `Lost: ${state.fault.message} (try ${state.attempt} of ${state.attempts} follows)`;
    case 'error':
      return state.fault.message;
    default:
      return state satisfies never;
  }
}
