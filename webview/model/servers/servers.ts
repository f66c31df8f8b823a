import { computed, signal } from '@preact/signals-core';
import { sameJson } from '../../../src/base/json.ts';
import { Fault, type FaultShape } from '../../../src/base/fault.ts';
import type { HeldView } from '../../../src/contract/definitions.ts';
import type { Selection, ServersSnapshot, ServerView } from '../../../src/contract/inspector.ts';
import type { HostLink } from '../../platform/hostLink.ts';

export type ServerAction = 'start' | 'stop' | 'restart' | 'debug' | 'approve';

export interface ActionFailure {
  readonly action: ServerAction | 'accept';
  readonly server: string;
  readonly fault: FaultShape;
}

const nothingYet: ServersSnapshot = { servers: [], problems: [], trusted: true };

/** The host owns the state; this is its last snapshot and the user's selection. */
export class Servers {
  readonly snapshot = signal<ServersSnapshot>(nothingYet);
  readonly loaded = signal(false);
  readonly chosen = signal<Selection>({});
  readonly failure = signal<ActionFailure | undefined>(undefined);
  readonly busy = signal<ReadonlySet<string>>(new Set());

  /** The selected server; the first one until the user selects, or when the selected one is gone. */
  readonly current = computed<ServerView | undefined>(() => {
    const { servers } = this.snapshot.value;
    return servers.find((server) => server.id === this.chosen.value.server) ?? servers[0];
  });

  readonly tool = computed<string | undefined>(() => {
    const { server, tool } = this.chosen.value;
    return server === this.current.value?.id ? tool : undefined;
  });

  readonly link: HostLink;
  /** Made here, and not yet heard of again. */
  #sent: readonly Selection[] = [];

  constructor(link: HostLink) {
    this.link = link;
  }

  update(snapshot: ServersSnapshot): void {
    this.snapshot.value = snapshot;
    this.loaded.value = true;
  }

  /** A selection made here is sent to the host; one from the host is only stored. */
  choose(selection: Selection): void {
    this.chosen.value = selection;
    this.#sent = [...this.#sent, selection];
    // The tree view lags behind then, which does no harm.
    this.link.request('selection/set', selection).catch(() => (this.#sent = []));
  }

  /** What the host says is selected. True once for each selection that was made here; a later one is not undone by it. */
  isEcho(selection: Selection): boolean {
    const at = this.#sent.findIndex((sent) => sameJson(selection, sent));
    this.#sent = this.#sent.slice(at + 1);
    if (at < 0 || this.#sent.length === 0) this.chosen.value = selection;
    return at >= 0;
  }

  /** The user accepts a definition as it is shown, and no other: it may have changed again meanwhile. */
  async accept(server: string, { kind, key, hash: seen }: HeldView): Promise<void> {
    try {
      await this.link.request('definitions/accept', { server, kind, key, seen });
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
      const fault = Fault.from(error);
      if (fault.code !== 'cancelled') this.failure.value = { action, server, fault: fault.toShape() }; // the state says it
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
