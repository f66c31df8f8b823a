import { forbiddenByPolicy, launchChanged, notApproved, workspaceUntrusted } from '../../../base/faults/trustFaults.ts';
import { Emitter, type Event } from '../../../base/event.ts';
import { Fault } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import type { ResolvedLaunch } from '../../config/model/launch.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import { type LaunchContext, LaunchApproval } from '../../config/variables/launchApproval.ts';
import type { Clock, StorePort, StoreRow, WorkspacePort } from '../../ports/ports.ts';
import { type LaunchChange, describeChange, launchChanges } from './launchChanges.ts';
import { type LaunchShape, fingerprintOf, launchFingerprint, launchShape } from './launchShape.ts';
import { type McpPolicy, policySubject, policyVerdict } from '../policy.ts';
import { entryScope } from '../../config/model/scope.ts';
import { realPath } from '../../files/realPath.ts';

export type TrustState =
  | { readonly kind: 'approved' }
  | { readonly kind: 'untrusted-workspace' }
  | { readonly kind: 'policy'; readonly message: string }
  | { readonly kind: 'new' }
  | { readonly kind: 'changed'; readonly changes: readonly LaunchChange[] };

interface ApprovalPorts {
  readonly store: StorePort;
  readonly workspace: WorkspacePort;
  readonly clock: Clock;
  /** Read anew each time: a policy may change while the window is open. */
  readonly policy: () => McpPolicy;
}

interface StoredApproval {
  readonly fingerprint: string;
  readonly at: number;
  readonly shape: LaunchShape;
  /** The file that declared it. */
  readonly file?: string;
}

export const approvalKind = 'approval';
/** A window and a terminal may find different programs under one name; each is approved by itself. */
const mostPrograms = 8;

/** Which servers may start. An approval is bound to the exact launch and checked again right before each start. */
export class Approvals {
  readonly #ports: ApprovalPorts;
  readonly #changed = new Emitter<string | undefined>();

  constructor(ports: ApprovalPorts) {
    this.#ports = ports;
  }

  /** After every approval and withdrawal, with the name of the entries that it concerns where that is known. */
  get onDidChange(): Event<string | undefined> {
    return this.#changed.event;
  }

  /** Without a context only the entry itself is compared: enough to draw a tree, not to start anything. */
  state(entry: ServerEntry, context?: LaunchContext): TrustState {
    if (!this.#ports.workspace.trusted) return { kind: 'untrusted-workspace' };
    const verdict = policyVerdict(policySubject(entry), this.#ports.policy());
    if (!verdict.allowed) return { kind: 'policy', message: verdict.message };
    const fingerprint = launchFingerprint(entry, context);
    if (context && isApproval(this.#ports.store.get(rowOf(entry, fingerprint)), fingerprint))
      return { kind: 'approved' };
    const stored = this.#stored(entry);
    const newest = stored.at(-1);
    if (!newest) return { kind: 'new' };
    const isSame = (approval: StoredApproval): boolean => fingerprintOf(withoutContext(approval.shape)) === fingerprint;
    if (!context && stored.some(isSame)) return { kind: 'approved' };
    return {
      kind: 'changed',
      changes: launchChanges(context ? newest.shape : withoutContext(newest.shape), launchShape(entry, context)),
    };
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

  /** Replaces what was approved of this entry before; only the same launch with another program stays beside it. */
  async approve(entry: ServerEntry, context: LaunchContext): Promise<void> {
    const shape = launchShape(entry, context);
    const fingerprint = fingerprintOf(shape);
    const file = realPath(entry.source.file);
    const approval: StoredApproval = { fingerprint, at: this.#ports.clock.now(), shape, file };
    const others = this.#stored(entry).filter((one) => one.fingerprint !== fingerprint);
    const beside = new Set(others.filter((one) => staysApproved(one, approval)).slice(1 - mostPrograms));
    const gone = others.filter((one) => !beside.has(one));
    this.#write(entry, [...gone.map((one) => rowOf(entry, one.fingerprint)), rowOf(entry, fingerprint, approval)]);
  }

  /** The next start asks again. */
  async withdraw(entry: ServerEntry): Promise<void> {
    const keys = this.#ports.store.keys(approvalKind, entryScope(entry));
    this.#write(
      entry,
      keys.map((key) => rowOf(entry, key)),
    );
  }

  /** Another window or a command line has approved or withdrawn something. */
  changedElsewhere(): void {
    this.#changed.fire(undefined);
  }

  #write(entry: ServerEntry, rows: readonly StoreRow[]): void {
    this.#ports.store.put(rows);
    this.#changed.fire(entry.name);
  }

  /** Oldest first. */
  #stored(entry: ServerEntry): readonly StoredApproval[] {
    return this.#ports.store
      .list(approvalKind, entryScope(entry))
      .flatMap(({ key, value }) => (isApproval(value, key) ? [value] : []))
      .toSorted((a, b) => a.at - b.at);
  }
}

function rowOf(entry: ServerEntry, fingerprint: string, value?: StoredApproval): StoreRow {
  return { kind: approvalKind, scope: entryScope(entry), key: fingerprint, value };
}

/** Two files of a folder may each have a server of this name, and a command line for each of them runs now. */
function staysApproved(old: StoredApproval, next: StoredApproval): boolean {
  return (old.file !== undefined && old.file !== next.file) || withoutProgram(old.shape) === withoutProgram(next.shape);
}

function withoutProgram(shape: LaunchShape): string {
  const { executable: _, ...rest } = shape;
  return fingerprintOf(rest);
}

function withoutContext(shape: LaunchShape): LaunchShape {
  const { executable: _, envFileValues: __, deciding: ___, ...rest } = shape;
  return rest;
}

/** What is remembered may be of an older version, or of someone else's making. */
function isApproval(value: unknown, fingerprint: string): value is StoredApproval {
  if (!isRecord(value) || value['fingerprint'] !== fingerprint || typeof value['at'] !== 'number') return false;
  // The shape is what the diff shows; one that does not fit its fingerprint proves nothing.
  return isShape(value['shape']) && fingerprintOf(value['shape']) === fingerprint;
}

function isShape(value: unknown): value is LaunchShape {
  if (!isRecord(value)) return false;
  const { command, url, build, attach, args, inputs } = value;
  const texts = [command, url, build, attach].every((text) => text === undefined || isRecord(text));
  if (inputs !== undefined && !(isRecord(inputs) && Object.values(inputs).every(isRecord))) return false;
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
