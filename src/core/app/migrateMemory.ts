import { isRecord } from '../../base/json.ts';
import { rowsOfOldCalls } from '../calls/callHistory.ts';
import { taskKind } from '../calls/tasks/taskStore.ts';
import { entryScopeOf, inputScope } from '../config/model/scope.ts';
import { inputKind } from '../config/variables/inputs.ts';
import type { StorePort, StoreRow, WorkspacePort } from '../ports/ports.ts';
import { negotiationKind } from '../servers/connection/negotiationCache.ts';
import { rootsRows } from '../servers/rootsStore.ts';
import { markRow } from '../store/rows.ts';
import { userScope, workspaceScope } from '../store/workspaceScope.ts';
import { approvalKind } from '../trust/approval/approvals.ts';
import { isPin } from '../trust/pins/pin.ts';
import { pinRow, toolPinKind } from '../trust/pins/pinTable.ts';

/** What versions before the store kept under one key: in a memento of VS Code, or in the command line's `state.json`. */
export type OldMemory = readonly (readonly [key: string, value: unknown])[];

interface OldSource {
  /** Tells it from others: it is migrated once. */
  readonly mark: string;
  /** Where it stands for a workspace; absent for the user's. */
  readonly workspace?: Pick<WorkspacePort, 'file' | 'folders'> | undefined;
  read(): OldMemory;
}

/** Takes over what an earlier version remembered, once, but for the tools of servers, which were listed for unknown capabilities; the old form stays where it is until the next release. */
export function migrateMemory(store: StorePort, { mark, workspace, read }: OldSource): void {
  if (isDone(store, mark)) return;
  const rows = read().flatMap(([key, value]) => rowsOf(key, value, workspace));
  store.add(rows, mark);
}

/** The same for the history of calls, which was a file of the workspace's storage. */
export function migrateCalls(store: StorePort, mark: string, calls: () => unknown, workspace: WorkspacePort): void {
  if (!isDone(store, mark)) store.add(rowsOfOldCalls(calls(), workspaceScope(workspace)), mark);
}

function rowsOf(key: string, value: unknown, workspace: OldSource['workspace']): readonly StoreRow[] {
  if (key === 'trust.approvals') return pairs(value).flatMap(([entry, one]) => approvalRows(entry, one, workspace));
  if (key === 'servers.eras')
    return pairs(value).map(([hash, one]) => ({ kind: negotiationKind, scope: userScope, key: hash, value: one }));
  if (key.startsWith('trust.pins:')) return pinRows(key.slice('trust.pins:'.length), value, workspace);
  if (key.startsWith('config.inputs:')) return inputRows(key.slice('config.inputs:'.length), value);
  if (!workspace) return [];
  if (key === 'servers.roots') return rootsRows(value, workspaceScope(workspace));
  if (key === 'tasks.started') return taskRows(value, workspaceScope(workspace));
  return [];
}

function approvalRows(entry: string, value: unknown, workspace: OldSource['workspace']): readonly StoreRow[] {
  const scope = scopeOfEntry(entry, workspace);
  if (scope === undefined || !isRecord(value) || typeof value['fingerprint'] !== 'string') return [];
  return [{ kind: approvalKind, scope, key: value['fingerprint'], value }];
}

function pinRows(entry: string, value: unknown, workspace: OldSource['workspace']): readonly StoreRow[] {
  const scope = scopeOfEntry(entry, workspace);
  if (scope === undefined) return [];
  return pairs(value).flatMap(([tool, pin]) =>
    isPin(pin) ? [pinRow({ kind: toolPinKind, scope, key: tool }, pin)] : [],
  );
}

function inputRows(file: string, value: unknown): readonly StoreRow[] {
  return pairs(value).map(([id, one]) => ({ kind: inputKind, scope: inputScope({ file }), key: id, value: one }));
}

function taskRows(value: unknown, scope: string): readonly StoreRow[] {
  return (Array.isArray(value) ? value : []).flatMap((task) =>
    isRecord(task) ? [{ kind: taskKind, scope, key: JSON.stringify([task['server'], task['id']]), value: task }] : [],
  );
}

/** Entries were named by folder and name; those of a workspace file had no folder. */
function scopeOfEntry(entry: string, workspace: OldSource['workspace']): string | undefined {
  const [folder, name] = readPair(entry);
  if (typeof name !== 'string') return undefined;
  return entryScopeOf(typeof folder === 'string' ? folder : (workspace?.file ?? null), name);
}

function readPair(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function pairs(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

function isDone(store: StorePort, mark: string): boolean {
  return store.get(markRow(mark)) !== undefined;
}
