import { effect } from '@preact/signals-core';
import { debounce } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import { describeState } from '../../core/app/view/serverView.ts';
import { estimateTokens } from '../../base/tokens.ts';
import { schemaMap } from '../../base/schema/document/schema.ts';
import { type JsonObject, isRecord, sameJson } from '../../base/json.ts';
import { changesBetween, entryHash } from '../../core/diagnosis/entryChanges.ts';
import { diagnosesOf } from '../../core/diagnosis/diagnosedFault.ts';
import type { Remedy } from '../../core/diagnosis/model/diagnosis.ts';
import type { ManagedServer, ServerState } from '../../core/servers/model/server.ts';
import { type LiveCure, type LiveServer, liveMethod } from '../../contract/language.ts';

interface Receiver {
  sendNotification(method: string, params: unknown): Promise<void>;
}

const quietMs = 150;

/** Sends the state, tools and messages of each configured server to the language server, a few times a second at most. */
export function feedLive(core: Core, receiver: Receiver): Disposable {
  const lifetime = new Lifetime();
  const starts = new StartTimes();
  let servers: readonly LiveServer[] = [];
  const send = lifetime.add(
    debounce(() => void receiver.sendNotification(liveMethod, { servers }).catch(() => {}), quietMs), // it is restarting
  );
  lifetime.defer(
    effect(() => {
      servers = core.servers.value.flatMap((server) => toLive(server, core, starts) ?? []);
      send();
    }),
  );
  return { dispose: () => lifetime.dispose() };
}

/** Reads the server's signals, so the effect follows them. Every text goes through the redactor first. */
function toLive(server: ManagedServer, core: Core, starts: StartTimes): LiveServer | undefined {
  const entry = core.entry(server.id);
  const startMs = starts.of(server);
  const state = server.state.value;
  const tools = server.tools.value.map((tool) => ({
    name: tool.name,
    tokens: estimateTokens(tool),
    args: isRecord(tool.inputSchema) ? schemaMap(tool.inputSchema, 'properties').map(([name]) => name) : [],
  }));
  if (!entry) return undefined;
  const info = state.kind === 'connected' ? state.info : undefined;
  const fault = 'fault' in state ? core.redactor.value(state.fault.toShape()) : undefined;
  const tail = state.kind === 'error' ? core.redactor.text(state.stderrTail) : '';
  return {
    id: server.id,
    name: entry.name,
    file: entry.source.file,
    state: state.kind,
    stateText: core.redactor.text(state.kind === 'waiting' ? state.fault.message : describeState(state)),
    tools,
    ...(info && { protocolVersion: info.protocolVersion, product: `${info.name} ${info.version}` }),
    ...(startMs !== undefined && { startMs }),
    ...(fault && { fault: { message: fault.message, ...(fault.hint !== undefined && { hint: fault.hint }) } }),
    ...(tail !== '' && { stderrTail: tail }),
    ...diagnosisOf(server.id, entry.raw, state, core),
  };
}

/** Without secrets, even those that the file has: what goes to the language server may be traced. */
function diagnosisOf(id: string, raw: JsonObject, state: ServerState, core: Core): Pick<LiveServer, 'diagnosis'> {
  const diagnoses = 'fault' in state ? diagnosesOf(state.fault) : [];
  const [first] = diagnoses;
  if (!first) return {};
  const cures = diagnoses.flatMap(({ remedies }) => remedies.flatMap((remedy) => cureOf(id, raw, remedy, core) ?? []));
  const path = first.place?.kind === 'entry' ? first.place.path : [];
  const proof = first.proof === undefined ? {} : { proof: core.redactor.text(first.proof) };
  return { diagnosis: { cause: core.redactor.text(first.cause), ...proof, path, entryHash: entryHash(raw), cures } };
}

function cureOf(id: string, raw: JsonObject, { text, cure }: Remedy, core: Core): LiveCure | undefined {
  if (cure?.kind !== 'edit' && cure?.kind !== 'addInput' && cure?.kind !== 'raiseTimeout') return undefined;
  try {
    const cured = core.curedEntry(id, cure);
    const made = cured && { changes: changesBetween(raw, cured.body), inputs: cured.inputs };
    if (!made || !sameJson(core.redactor.value(made), made)) return undefined;
    return { title: core.redactor.text(text), ...made };
  } catch {
    return undefined; // it would write a secret
  }
}

/** How long each server took from `connecting` to `connected`, last time. */
class StartTimes {
  readonly #begun = new Map<string, number>();
  readonly #took = new Map<string, number>();

  of({ id, state }: ManagedServer): number | undefined {
    const now = state.value;
    const begun = this.#begun.get(id);
    if (now.kind === 'connecting') this.#begun.set(id, now.since);
    else this.#begun.delete(id);
    if (now.kind === 'connected' && begun !== undefined) this.#took.set(id, now.since - begun);
    return this.#took.get(id);
  }
}
