import { forbiddenByPolicy, launchChanged, notApproved, workspaceUntrusted } from '../../../base/faults/trustFaults.ts';
import type { Fault } from '../../../base/fault.ts';
import type { PendingReason } from '../model/server.ts';

/** Minimum time between attempts that calls and lists cause. */
export const leastPauseMs = 2_000;
const refusedPauseMs = 250;

/** An attempt at a port where nothing listens costs neither side anything, so that a restarted server is found soon. */
export function pauseMs(fault: Fault): number {
  return fault.data?.['refused'] === true ? refusedPauseMs : Math.max(leastPauseMs, retryAfterMs(fault));
}

const longestWaitMs = 5 * 60_000;

/** How long the server asked us to stay away, within reason. */
export function retryAfterMs({ data }: Fault): number {
  const ms = data?.['retryAfterMs'];
  return typeof ms === 'number' ? Math.min(ms, longestWaitMs) : 0;
}

export const pendingReasons: Partial<Record<Fault['code'], PendingReason>> = {
  'trust/workspace-untrusted': 'untrusted-workspace',
  'trust/not-approved': 'new',
  'trust/changed-since-approval': 'changed',
  'trust/policy': 'policy',
};

export function pendingFault(reason: PendingReason): Fault {
  switch (reason) {
    case 'untrusted-workspace':
      return workspaceUntrusted();
    case 'new':
      return notApproved('thisServer');
    case 'changed':
      return launchChanged();
    case 'policy':
      return forbiddenByPolicy();
    default:
      return reason satisfies never;
  }
}

/**
 * A first start that fails is reported at once, unless only the connection failed: a remote
 * server may come back. A server that was connected before is retried, except where a retry cannot help.
 */
export function isWorthAnotherTry(fault: Fault, again: boolean): boolean {
  if (/^(?:trust|config|contract)\/|^(?:cancelled|internal|limit\/exceeded)$/.test(fault.code)) return false;
  if (fault.code === 'server/auth-required' || fault.code === 'server/spawn-failed') return false;
  return again || (fault.code === 'server/connect-failed' && fault.data?.['retryable'] === true);
}
