import type { FaultCode, FaultShape } from '../../../src/base/fault.ts';
import { isRecord } from '../../../src/base/json.ts';
import type { CallOutcome } from '../../../src/protocol/calls.ts';
import { t } from '../../platform/l10n.ts';

export type Culprit = 'none' | 'tool' | 'server' | 'arguments' | 'transport' | 'you' | 'switchboard';

export interface Blame {
  readonly who: Culprit;
  /** One plain sentence on whose fault it is. */
  readonly sentence: string;
}

/** Says who failed, never more than is known: a failed output check is not "the server rejected the call". */
export function blame(outcome: CallOutcome): Blame {
  switch (outcome.status) {
    case 'ok':
      return { who: 'none', sentence: t('The tool answered.') };
    case 'cancelled':
      return { who: 'you', sentence: t('You cancelled the call.') };
    case 'toolError':
      return { who: 'tool', sentence: t('The tool ran and reported an error. The connection is fine.') };
    case 'failed':
      return outcome.fault
        ? blameFault(outcome.fault)
        : { who: 'switchboard', sentence: t('The call failed without a reason.') };
    default:
      return outcome.status satisfies never;
  }
}

function blameFault(fault: FaultShape): Blame {
  if (fault.code === 'server/call-failed') return blameAnswer(fault);
  return (
    sentences()[fault.code] ?? {
      who: 'switchboard',
      sentence: t('MCP Switchboard itself failed. Its output log says more.'),
    }
  );
}

function sentences(): Partial<Record<FaultCode, Blame>> {
  return {
    timeout: { who: 'server', sentence: t('The server did not answer in time.') },
    'server/exited': { who: 'transport', sentence: t('The server process ended while the call was running.') },
    'server/connect-failed': { who: 'transport', sentence: t('The connection to the server failed.') },
    'server/spawn-failed': { who: 'transport', sentence: t('The server could not be started.') },
    'server/auth-required': { who: 'server', sentence: t('The server wants you to sign in.') },
    'server/not-ready': { who: 'transport', sentence: t('The server is not connected. Nothing was sent.') },
    'server/protocol': { who: 'server', sentence: t('The server broke the protocol. Its answer could not be used.') },
    'server/unknown': { who: 'you', sentence: t('This server is not configured any more. Nothing was sent.') },
    'tool/unknown': { who: 'server', sentence: t('The server does not offer this tool any more.') },
    'trust/tool-quarantined': {
      who: 'switchboard',
      sentence: t('The tool changed since you approved it. Nothing was sent.'),
    },
    'trust/policy': { who: 'switchboard', sentence: t('A policy forbids this call. Nothing was sent.') },
    'limit/message-too-large': { who: 'server', sentence: t('The answer is larger than the limit.') },
    'limit/queue-full': { who: 'you', sentence: t('Too many calls are waiting. Nothing was sent.') },
  };
}

/** The server answered with a JSON-RPC error: its code says what it minded. */
function blameAnswer(fault: FaultShape): Blame {
  const code = isRecord(fault.data) ? fault.data['code'] : undefined;
  if (code === -32602) return { who: 'arguments', sentence: t('The server refused the arguments (invalid params).') };
  if (code === -32601) return { who: 'server', sentence: t('The server does not know this method.') };
  return { who: 'server', sentence: t('The server answered with an error.') };
}
