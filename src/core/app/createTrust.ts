import { signal } from '@preact/signals-core';
import type { Lifetime } from '../../base/lifetime.ts';
import { type LaunchResolver, createLaunchResolver } from '../servers/launchResolver.ts';
import { ToolTrust } from '../servers/toolTrust.ts';
import { Approvals, approvalKind } from '../trust/approval/approvals.ts';
import { strictestNewTools } from '../trust/pins/newTools.ts';
import type { CoreParts } from './coreParts.ts';
import type { ServerEntries } from './configured/serverEntries.ts';
import type { Settings } from './settings/settings.ts';

export interface Trust {
  readonly approvals: Approvals;
  readonly launchResolver: LaunchResolver;
  readonly toolTrust: ToolTrust;
  useSettings(settings: Settings): void;
}

export function createTrust(
  { ports, policy, redactor, settings }: CoreParts,
  entries: ServerEntries,
  lifetime: Lifetime,
): Trust {
  const approvals = new Approvals({ ...ports, policy });
  const { store, log } = ports;
  const newTools = signal(newToolsIn(settings));
  lifetime.add(store.onDidChange((kinds) => kinds.has(approvalKind) && approvals.changedElsewhere()));
  return {
    approvals,
    launchResolver: createLaunchResolver(ports, approvals, redactor),
    toolTrust: lifetime.add(new ToolTrust({ store, log, newTools, entry: (id) => entries.find(id) })),
    useSettings: (next) => (newTools.value = newToolsIn(next)),
  };
}

function newToolsIn(settings: Settings): ReturnType<typeof strictestNewTools> {
  return strictestNewTools(settings['agents.newTools']);
}
