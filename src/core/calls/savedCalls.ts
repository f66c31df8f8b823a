import { l10n } from '../../base/l10n.ts';
import { callHasSecret } from '../../base/faults/callFaults.ts';
import { writeFailed } from '../../base/faults/configFaults.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import path from 'node:path';
import { type JsonObject, isRecord } from '../../base/json.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { SavedCall, SavedCallsView } from '../../contract/savedCalls.ts';
import { type ArrayNode, memberOf, parseJsonTree, toValue } from '../config/text/jsonTree.ts';
import { insertItem, insertMember, removeChild, replaceNode, styleOf } from '../config/text/textEdit.ts';
import type { FilesPort, WorkspacePort } from '../ports/ports.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import { secretIn } from './secretIn.ts';

interface SavedCallsParts {
  readonly files: FilesPort;
  readonly workspace: WorkspacePort;
  readonly redactor: Redactor;
}

const fileName = path.join('.vscode', 'mcp-calls.json');
const emptyFile = '{\n  "calls": []\n}\n';

/** The calls saved in the workspace: a text file that users review, so unknown content is kept. */
export class SavedCalls implements Disposable {
  readonly #parts: SavedCallsParts;
  readonly #lifetime = new Lifetime();
  readonly #view = signal<SavedCallsView>({ calls: [], writable: false });
  /** The first reading is over. */
  readonly ready: Promise<void>;

  constructor(parts: SavedCallsParts) {
    this.#parts = parts;
    this.ready = this.reload();
    this.#watch();
  }

  get view(): ReadonlySignal<SavedCallsView> {
    return this.#view;
  }

  /** Of the first folder; `undefined` without one. */
  get file(): string | undefined {
    const [folder] = this.#parts.workspace.folders;
    return folder && path.join(folder.path, fileName);
  }

  async reload(): Promise<void> {
    const { file } = this;
    if (file === undefined) this.#view.value = { calls: [], writable: false };
    else this.#view.value = readSaved(await this.#parts.files.read(file));
  }

  /** Throws `call/has-secret` with its location: workspace files are shared. */
  async put(call: SavedCall): Promise<void> {
    const place = secretIn(call.args, this.#parts.redactor) ?? secretIn(call.meta ?? {}, this.#parts.redactor);
    if (place !== undefined) {
      throw callHasSecret(place, fileName);
    }
    await this.#edit((text) => putCall(text, call));
  }

  async remove(name: string): Promise<void> {
    await this.#edit((text) => removeCall(text, name));
  }

  dispose(): void {
    this.#lifetime.dispose();
  }

  async #edit(change: (text: string) => string): Promise<void> {
    const { file } = this;
    if (file === undefined) throw writeFailed('noFolderForCalls');
    await this.#parts.files.edit(file, (text = '') => change(text.trim() === '' ? emptyFile : text));
    await this.reload();
  }

  #watch(): void {
    const watching = { lifetime: new Lifetime() };
    const follow = (): void => {
      watching.lifetime.dispose();
      watching.lifetime = new Lifetime();
      if (this.file !== undefined) watching.lifetime.add(this.#parts.files.watch(this.file, () => void this.reload()));
    };
    follow();
    this.#lifetime.defer(() => watching.lifetime.dispose());
    this.#lifetime.add(
      this.#parts.workspace.onDidChange(() => {
        follow();
        void this.reload();
      }),
    );
  }
}

function readSaved(text: string | undefined): SavedCallsView {
  if (text === undefined || text.trim() === '') return { calls: [], writable: true };
  const { root, errors } = parseJsonTree(text);
  const list = memberOf(root, 'calls')?.value;
  const [error] = errors;
  const calls = list?.kind === 'array' ? list.items.flatMap((item) => toSaved(toValue(item))) : [];
  if (error) return { calls, writable: false, problem: `${fileName}: ${error.message}` };
  if (list?.kind !== 'array') return { calls, writable: false, problem: l10n.t('{0} has no list "calls".', fileName) };
  const strange = list.items.length - calls.length;
  return {
    calls,
    writable: true,
    ...(strange > 0 && {
      problem: l10n.t('{0}: {1} of its calls lack "name", "server" or "tool".', fileName, strange),
    }),
  };
}

function toSaved(value: unknown): SavedCall[] {
  if (!isRecord(value)) return [];
  const { name, server, tool, arguments: args, _meta, timeoutSeconds } = value;
  if (typeof name !== 'string' || typeof server !== 'string' || typeof tool !== 'string') return [];
  return [
    {
      name,
      server,
      tool,
      args: isRecord(args) ? args : {},
      ...(isRecord(_meta) && { meta: _meta }),
      ...(typeof timeoutSeconds === 'number' && { timeoutMs: timeoutSeconds * 1_000 }),
    },
  ];
}

function toEntry({ name, server, tool, args, meta, timeoutMs }: SavedCall): JsonObject {
  return {
    name,
    server,
    tool,
    arguments: args as JsonObject,
    ...(meta && { _meta: meta as JsonObject }),
    ...(timeoutMs !== undefined && { timeoutSeconds: timeoutMs / 1_000 }),
  };
}

function listIn(text: string): ArrayNode {
  const { root, errors } = parseJsonTree(text);
  const list = memberOf(root, 'calls')?.value;
  if (errors.length > 0 || list?.kind !== 'array') throw writeFailed('callsInvalid', fileName);
  return list;
}

/** A call of that name is replaced; what else is in its entry, such as assertions, stays. */
function putCall(text: string, call: SavedCall): string {
  const style = styleOf(text);
  const whole = withList(text);
  const list = listIn(whole);
  const entry = toEntry(call);
  const before = list.items.find((item) => (toValue(item) as JsonObject | null)?.['name'] === call.name);
  if (!before) return insertItem(whole, list, entry, style);
  const old = toValue(before) as JsonObject;
  return replaceNode(whole, before, { ...old, ...entry }, style);
}

function withList(text: string): string {
  const { root, errors } = parseJsonTree(text);
  if (errors.length > 0 || root?.kind !== 'object' || memberOf(root, 'calls')) return text;
  return insertMember(text, root, 'calls', [], styleOf(text));
}

function removeCall(text: string, name: string): string {
  const list = listIn(text);
  const at = list.items.findIndex((item) => (toValue(item) as JsonObject | null)?.['name'] === name);
  const item = list.items[at];
  return item ? removeChild(text, item, at === list.items.length - 1) : text;
}
