import { effect } from '@preact/signals-core';
import { debounce } from '../../base/async.ts';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import type { Core } from '../../core/app/core.ts';
import { describeState } from '../../core/app/view/serverView.ts';
import { estimateTokens } from '../../base/tokens.ts';
import { schemaMap } from '../../base/schema/document/schema.ts';
import { isRecord } from '../../base/json.ts';
import { diagnosisView } from '../../core/app/view/diagnosisView.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { ToolDefinition } from '../../core/wire/definitions.ts';
import { type LiveServer, type LiveTool, liveMethod } from '../../contract/language.ts';

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
  const tools = server.tools.value.map(liveTool);
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
    ...diagnosisView(server.id, entry.raw, state, core),
  };
}

/** Kept by definition: when one server of two hundred changes, the tools of all are asked for. */
const liveTools = new WeakMap<ToolDefinition, LiveTool>();

function liveTool(tool: ToolDefinition): LiveTool {
  const known = liveTools.get(tool);
  if (known) return known;
  const args = isRecord(tool.inputSchema) ? schemaMap(tool.inputSchema, 'properties').map(([name]) => name) : [];
  const live = { name: tool.name, tokens: estimateTokens(tool), args };
  liveTools.set(tool, live);
  return live;
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
