import { forbiddenByPolicy, launchChanged, notApproved, workspaceUntrusted } from '../../../base/faults/trustFaults.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { Fault } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import type { ResolvedLaunch } from '../../config/model/launch.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import { type LaunchContext, LaunchApproval } from '../../config/variables/launchApproval.ts';
import type { Clock, MemoryPort, WorkspacePort } from '../../ports/ports.ts';
import { type LaunchChange, describeChange, launchChanges } from './launchChanges.ts';
import { type LaunchShape, fingerprintOf, launchShape } from './launchShape.ts';
import { type McpPolicy, policySubject, policyVerdict } from '../policy.ts';
import { entryKey, scopeOf } from '../../config/model/scope.ts';

export type TrustState =
  | { readonly kind: 'approved' }
  | { readonly kind: 'untrusted-workspace' }
  | { readonly kind: 'policy'; readonly message: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'changed'; readonly changes: readonly LaunchChange[] };

interface ApprovalPorts {
  readonly memory: MemoryPort;
  readonly workspace: WorkspacePort;
  readonly clock: Clock;
  /** Read anew each time: a policy may change while the window is open. */
  readonly policy: () => McpPolicy;
}

interface StoredApproval {
  readonly fingerprint: string;
  readonly at: number;
  readonly shape: LaunchShape;
}

const memoryKey = 'trust.approvals';

/** Which servers may start. An approval is bound to the exact launch and checked again right before each start. */
export class Approvals {
  readonly #ports: ApprovalPorts;
  readonly #version = signal(0);

  constructor(ports: ApprovalPorts) {
    this.#ports = ports;
  }

  /** Grows with every approval and withdrawal. */
  get version(): ReadonlySignal<number> {
    return this.#version;
  }

  /** Without a context only the entry itself is compared: enough to draw a tree, not to start anything. */
  state(entry: ServerEntry, context?: LaunchContext): TrustState {
    if (!this.#ports.workspace.trusted) return { kind: 'untrusted-workspace' };
    const verdict = policyVerdict(policySubject(entry), this.#ports.policy());
    if (!verdict.allowed) return { kind: 'policy', message: verdict.message };
    const stored = this.#stored(entry);
    if (!stored) return { kind: 'new' };
    const shape = launchShape(entry, context);
    const approved = context ? stored.shape : withoutContext(stored.shape);
    if (fingerprintOf(approved) === fingerprintOf(shape)) return { kind: 'approved' };
    return { kind: 'changed', changes: launchChanges(approved, shape) };
  }

  /** The only way to get an approval, and so to start. Call it directly before each start, with a fresh context. */
  assertApproved(entry: ServerEntry, context: LaunchContext): LaunchApproval {
    const state = this.state(entry, context);
    if (state.kind === 'approved' && !entry.incomplete) return LaunchApproval.grant(entry, context);
    throw trustFault(entry, state);
  }

  /** The lists of the organisation once more, now that no variable hides the address or the command. */
  assertAllowed(approval: LaunchApproval, launch: ResolvedLaunch): void {
    const verdict = policyVerdict(policySubject({ name: approval.entry.name, launch }), this.#ports.policy());
    if (!verdict.allowed) throw forbiddenByPolicy(verdict.message);
  }

  async approve(entry: ServerEntry, context: LaunchContext): Promise<void> {
    const shape = launchShape(entry, context);
    const approval: StoredApproval = { fingerprint: fingerprintOf(shape), at: this.#ports.clock.now(), shape };
    await this.#write(entry, { ...this.#all(entry), [entryKey(entry)]: approval });
  }

  /** The next start asks again. */
  async withdraw(entry: ServerEntry): Promise<void> {
    const { [entryKey(entry)]: _, ...rest } = this.#all(entry);
    await this.#write(entry, rest);
  }

  async #write(entry: ServerEntry, all: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#ports.memory.set(scopeOf(entry), memoryKey, all);
    this.#version.value = this.#version.peek() + 1;
  }

  #all(entry: ServerEntry): Readonly<Record<string, unknown>> {
    const all = this.#ports.memory.get(scopeOf(entry), memoryKey);
    return isRecord(all) ? all : {};
  }

  #stored(entry: ServerEntry): StoredApproval | undefined {
    const all = this.#all(entry);
    const key = entryKey(entry);
    const stored = Object.hasOwn(all, key) ? all[key] : undefined;
    return isApproval(stored) ? stored : undefined;
  }
}

function withoutContext(shape: LaunchShape): LaunchShape {
  const { executable: _, envFileValues: __, ...rest } = shape;
  return rest;
}

/** The stored value may be from an older version, or manipulated. */
function isApproval(value: unknown): value is StoredApproval {
  if (!isRecord(value) || typeof value['fingerprint'] !== 'string') return false;
  // The shape is what the diff shows; one that does not fit its fingerprint proves nothing.
  return isShape(value['shape']) && fingerprintOf(value['shape']) === value['fingerprint'];
}

function isShape(value: unknown): value is LaunchShape {
  if (!isRecord(value)) return false;
  const { command, url, args } = value;
  const texts = [command, url].every((text) => text === undefined || isRecord(text));
  return texts && (args === undefined || (Array.isArray(args) && args.every(isRecord)));
}

function trustFault(entry: ServerEntry, state: TrustState): Fault {
  switch (state.kind) {
    case 'untrusted-workspace':
      return workspaceUntrusted();
    case 'policy':
      return forbiddenByPolicy(state.message);
    case 'changed':
      return launchChanged(entry.name, state.changes.map(describeChange));
    case 'new':
      return notApproved('never', entry.name);
    case 'approved':
      return notApproved('incomplete', entry.name);
    default:
      return state satisfies never;
  }
}
