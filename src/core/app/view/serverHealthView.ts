import type { ReadonlySignal } from '@preact/signals-core';
import { l10n } from '../../../base/l10n.ts';
import type { Lifetime } from '../../../base/lifetime.ts';
import type { HealthFinding } from '../../../contract/browse.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { Ports } from '../../ports/ports.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import type { GrantStore } from '../../servers/oauth/grants/tokenVault.ts';
import { ServerHealth } from '../../servers/serverHealth.ts';
import type { ToolTrust } from '../../servers/toolTrust.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';

/** What is known of a server beside what was seen of it. */
interface KnownOf {
  readonly toolTrust: Pick<ToolTrust, 'held'>;
  readonly entries: { find(id: string): ServerEntry | undefined };
  readonly grants: GrantStore;
}

/** What the page of a server shows as its health: what was seen of it, what agents do not get, and its sign-in. */
export function createHealth(
  servers: ReadonlySignal<readonly ManagedServer[]>,
  known: KnownOf,
  { ports, redactor }: { readonly ports: Pick<Ports, 'clock'>; readonly redactor: Redactor },
  lifetime: Lifetime,
): (id: string) => Promise<readonly HealthFinding[]> {
  const health = lifetime.add(new ServerHealth(servers, ports.clock));
  return async (id) => {
    const seen = [...health.of(id), ...heldBack(known.toolTrust.held(id).length)];
    return redactor.value([...seen, ...(await endingToken(id, known.entries.find(id), known.grants, ports))]);
  };
}

const soonMs = 15 * 60_000;

/** A token that can be renewed is, without the user. */
async function endingToken(
  id: string,
  entry: ServerEntry | undefined,
  grants: GrantStore,
  { clock }: Pick<Ports, 'clock'>,
): Promise<readonly HealthFinding[]> {
  if (!entry || entry.launch.kind === 'stdio' || !URL.canParse(entry.launch.url)) return [];
  const [{ tokenView }, { resourceOf }] = await Promise.all([
    import('../../servers/oauth/grants/tokenView.ts'),
    import('../../servers/oauth/grants/tokenVault.ts'),
  ]);
  const holder = { resource: resourceOf(entry.launch.url), server: id };
  const { expiresAt, isRenewable } = (await tokenView(holder, grants, clock.now())) ?? {};
  const leftMs = expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt - clock.now();
  if (isRenewable !== false || leftMs > soonMs) return [];
  return [
    {
      text:
        leftMs <= 0
          ? l10n.t('Its sign-in has expired, and cannot be renewed without you.')
          : l10n.t(
              'Its sign-in expires in {0} minutes, and cannot be renewed without you.',
              Math.ceil(leftMs / 60_000),
            ),
      advice: l10n.t('Sign in again before calls fail.'),
      action: 'signInAgain',
    },
  ];
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
