import { computed, signal } from '@preact/signals-core';
import { sameJson } from '../../src/base/json.ts';
import { Fault, type FaultShape } from '../../src/base/fault.ts';
import type { HostContract, Selection, ServersSnapshot, ServerView } from '../../src/protocol/inspector.ts';
import type { Peer } from '../../src/protocol/peer.ts';

export type HostLink = Pick<Peer<HostContract>, 'request'>;
export type ServerAction = 'start' | 'stop' | 'restart' | 'approve';

export interface ActionFailure {
  readonly action: ServerAction | 'accept';
  readonly server: string;
  readonly fault: FaultShape;
}

const nothingYet: ServersSnapshot = { servers: [], problems: [], trusted: true };

/** The host owns the truth; this is its last whole snapshot and what the person chose. */
export class Servers {
  readonly snapshot = signal<ServersSnapshot>(nothingYet);
  readonly loaded = signal(false);
  readonly chosen = signal<Selection>({});
  readonly failure = signal<ActionFailure | undefined>(undefined);
  readonly busy = signal<ReadonlySet<string>>(new Set());

  /** The chosen server; the first one until somebody chooses, or when the chosen one has gone. */
  readonly current = computed<ServerView | undefined>(() => {
    const { servers } = this.snapshot.value;
    return servers.find((server) => server.id === this.chosen.value.server) ?? servers[0];
  });

  readonly tool = computed<string | undefined>(() => {
    const { server, tool } = this.chosen.value;
    return server === this.current.value?.id ? tool : undefined;
  });

  readonly link: HostLink;
  #sent: Selection | undefined;

  constructor(link: HostLink) {
    this.link = link;
  }

  take(snapshot: ServersSnapshot): void {
    this.snapshot.value = snapshot;
    this.loaded.value = true;
  }

  /** A choice made here is told to the host; one that came from the host is only taken. */
  choose(selection: Selection): void {
    this.chosen.value = selection;
    this.#sent = selection;
    this.link.request('selection/set', selection).catch(() => {}); // the tree view lags behind: no harm
  }

  /** True once for each choice that was made here. */
  isEcho(selection: Selection): boolean {
    if (!sameJson(selection, this.#sent)) return false;
    this.#sent = undefined;
    return true;
  }

  /** The tool changed since it was first seen, and the person says that this is fine. */
  async accept(server: string, tool: string): Promise<void> {
    try {
      await this.link.request('tools/accept', { server, tool });
    } catch (error) {
      this.failure.value = { action: 'accept', server, fault: Fault.from(error).toShape() };
    }
  }

  async act(action: ServerAction, server: string): Promise<void> {
    if (this.busy.value.has(server)) return;
    this.failure.value = undefined;
    this.busy.value = new Set([...this.busy.value, server]);
    try {
      await this.link.request(`servers/${action}`, { server });
    } catch (error) {
      this.failure.value = { action, server, fault: Fault.from(error).toShape() };
    } finally {
      this.busy.value = new Set([...this.busy.value].filter((id) => id !== server));
    }
  }
}

export function isSelection(value: unknown): value is Selection {
  if (typeof value !== 'object' || value === null) return false;
  const { server, tool } = value as Record<string, unknown>;
  return isOptionalText(server) && isOptionalText(tool);
}

function isOptionalText(value: unknown): boolean {
  return value === undefined || typeof value === 'string';
}
