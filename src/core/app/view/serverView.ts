import { l10n } from '../../../base/l10n.ts';
import type { ServerView } from '../../../contract/inspector.ts';
import type { ManagedServer, ServerState } from '../../servers/model/server.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';
import type { Countdown } from './countdown.ts';

type Waiting = Extract<ServerState, { kind: 'waiting' }>;

/** Reads the server's signals: inside a computed, the view follows them. */
export function toServerView(server: ManagedServer, redactor: Redactor, countdown: Countdown): ServerView {
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
    stateText: redactor.text(state.kind === 'waiting' ? describeWait(state, countdown) : describeState(state)),
    toolCount,
    ...(hiddenTools > 0 && { hiddenTools }),
    ...(problemCount > 0 && { problemCount }),
    // A fault may quote the server's own last output.
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
    default:
      return reason satisfies never;
  }
}
