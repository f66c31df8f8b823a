import type { Lifetime } from '../../base/lifetime.ts';
import { type LaunchResolver, createLaunchResolver } from '../servers/launchResolver.ts';
import { ToolTrust } from '../servers/toolTrust.ts';
import { Approvals, approvalKind } from '../trust/approval/approvals.ts';
import type { CoreParts } from './coreParts.ts';
import type { ServerEntries } from './configured/serverEntries.ts';

export interface Trust {
  readonly approvals: Approvals;
  readonly launchResolver: LaunchResolver;
  readonly toolTrust: ToolTrust;
}

export function createTrust({ ports, policy, redactor }: CoreParts, entries: ServerEntries, lifetime: Lifetime): Trust {
  const approvals = new Approvals({ ...ports, policy });
  const { store, log } = ports;
  lifetime.add(store.onDidChange((kinds) => kinds.has(approvalKind) && approvals.changedElsewhere()));
  return {
    approvals,
    launchResolver: createLaunchResolver(ports, approvals, redactor),
    toolTrust: lifetime.add(new ToolTrust({ store, log, entry: (id) => entries.find(id) })),
  };
}
