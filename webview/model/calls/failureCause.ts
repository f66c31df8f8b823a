import type { FaultCode, FaultShape } from '../../../src/base/fault.ts';
import { isRecord } from '../../../src/base/json.ts';
import type { CallOutcome } from '../../../src/contract/calls.ts';
import type { SignInActor } from '../../../src/contract/signIn.ts';
import { t } from '../../platform/l10n.ts';

type FailureSource =
  | 'none'
  | 'tool'
  | 'server'
  | 'authorizationServer'
  | 'arguments'
  | 'transport'
  | 'you'
  | 'switchboard';

interface FailureCause {
  readonly source: FailureSource;
  /** One plain sentence that names the cause. */
  readonly sentence: string;
}

/** Says what failed, and never more than is known: a failed output check is not "the server rejected the call". */
export function failureCause(outcome: CallOutcome): FailureCause {
  switch (outcome.status) {
    case 'ok':
      return { source: 'none', sentence: t('The tool responded.') };
    case 'cancelled':
      return { source: 'you', sentence: t('You cancelled the call.') };
    case 'toolError':
      return { source: 'tool', sentence: t('The tool ran and reported an error. The connection is fine.') };
    case 'failed':
      return outcome.fault
        ? causeOfFault(outcome.fault)
        : { source: 'switchboard', sentence: t('The call failed without a reason.') };
    default:
      return outcome.status satisfies never;
  }
}

function causeOfFault(fault: FaultShape): FailureCause {
  if (fault.code === 'server/call-failed') return causeOfErrorResponse(fault);
  // Who has to act: a sign-in that failed is no fault of the user's.
  if (fault.action === 'signIn') return { source: 'you', sentence: t('The server requires you to sign in.') };
  if (fault.code === 'server/auth-required') return causeOfSignIn(fault);
  return (
    causes()[fault.code] ?? {
      source: 'switchboard',
      sentence: t('MCP Switchboard itself failed. Its output log says more.'),
    }
  );
}

function causes(): Partial<Record<FaultCode, FailureCause>> {
  return {
    timeout: { source: 'server', sentence: t('The server did not respond in time.') },
    'server/exited': { source: 'transport', sentence: t('The server process ended while the call was running.') },
    'server/connect-failed': { source: 'transport', sentence: t('The connection to the server failed.') },
    'server/spawn-failed': { source: 'transport', sentence: t('The server could not be started.') },
    'server/not-ready': { source: 'transport', sentence: t('The server is not connected. Nothing was sent.') },
    'server/protocol': {
      source: 'server',
      sentence: t('The server violated the protocol. Its response could not be used.'),
    },
    'server/unknown': { source: 'you', sentence: t('This server is no longer configured. Nothing was sent.') },
    'tool/unknown': { source: 'server', sentence: t('The server no longer offers this tool.') },
    'trust/tool-quarantined': {
      source: 'switchboard',
      sentence: t('The tool is blocked until you accept its definition. Nothing was sent.'),
    },
    'trust/policy': { source: 'switchboard', sentence: t('A policy forbids this call. Nothing was sent.') },
    'limit/message-too-large': { source: 'server', sentence: t('The response exceeds the size limit.') },
    'limit/queue-full': { source: 'you', sentence: t('Too many calls are waiting. Nothing was sent.') },
  };
}

/** By the step that failed: who must act. */
function causeOfSignIn({ data }: FaultShape): FailureCause {
  const causes: Readonly<Record<SignInActor, FailureCause>> = {
    server: { source: 'server', sentence: t('The sign-in failed, and the server has to be corrected.') },
    authorizationServer: {
      source: 'authorizationServer',
      sentence: t('The sign-in failed at the authorization server.'),
    },
    client: { source: 'switchboard', sentence: t('The sign-in failed in MCP Switchboard.') },
    user: { source: 'you', sentence: t('The sign-in failed, and you can correct it.') },
  };
  return causes[data?.['actor'] as SignInActor] ?? { source: 'none', sentence: t('The sign-in to the server failed.') };
}

/** A JSON-RPC error response: its code says what the server rejected. */
function causeOfErrorResponse(fault: FaultShape): FailureCause {
  const code = isRecord(fault.data) ? fault.data['code'] : undefined;
  if (code === -32602)
    return { source: 'arguments', sentence: t('The server refused the arguments (invalid params).') };
  if (code === -32601) return { source: 'server', sentence: t('The server does not know this method.') };
  return { source: 'server', sentence: t('The server returned an error.') };
}
