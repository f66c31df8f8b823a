import type { ReadonlySignal } from '@preact/signals-core';
import { l10n } from '../../../base/l10n.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { HealthFinding } from '../../../contract/browse.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import { ServerHealth } from '../../servers/serverHealth.ts';
import type { ToolTrust } from '../../servers/toolTrust.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';

/** What the page of a server shows as its health: what was seen of it, and what agents do not get. */
export function createHealth(
  servers: ReadonlySignal<readonly ManagedServer[]>,
  trust: Pick<ToolTrust, 'held'>,
  { ports, redactor }: { readonly ports: Ports; readonly redactor: Redactor },
  lifetime: Lifetime,
): (id: string) => readonly HealthFinding[] {
  const health = lifetime.add(new ServerHealth(servers, ports.clock));
  return (id) => redactor.value([...health.of(id), ...heldBack(trust.held(id).length)]);
}

function heldBack(count: number): readonly HealthFinding[] {
  if (count === 0) return [];
  return [
    {
      text: l10n.t('Agents do not get {0} of its definitions, because these have changed or are new.', count),
      advice: l10n.t('Review them, and accept what is right.'),
    },
  ];
}
