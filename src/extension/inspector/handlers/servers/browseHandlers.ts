import { textOr } from '../../../../core/wire/messageBounds.ts';
import { protocolBroken } from '../../../../base/faults/serverFaults.ts';
import { effect } from '@preact/signals-core';
import { debounce } from '../../../../base/async.ts';
import { Fault } from '../../../../base/fault.ts';
import { isRecord } from '../../../../base/json.ts';
import type { Lifetime } from '../../../../base/lifetime.ts';
import type { Core } from '../../../../core/app/core.ts';
import { estimateTokens } from '../../../../base/tokens.ts';
import type { RootsStore } from '../../../../core/servers/rootsStore.ts';
import type { CompletionRef, ManagedServer } from '../../../../core/servers/model/server.ts';
import type {
  Answer,
  Completions,
  OffersView,
  PromptAnswer,
  ResourcePart,
  ServerFacts,
  browseHostMethods,
} from '../../../../contract/browse.ts';
import type { Handlers, ParamsOf } from '../../../../contract/rpc/contract.ts';
import type { WebviewContract } from '../../../../contract/inspector.ts';
import type { Peer } from '../../../../contract/rpc/peer.ts';
import type { PageShell } from '../pageShell.ts';

type Methods = typeof browseHostMethods;

/** Handlers for what a server offers beside tools. An error response of the server is a result to show. */
export function browseHandlers(core: Core, roots: RootsStore, shell: PageShell): Handlers<Methods> {
  return {
    'browse/facts': async ({ server }) => {
      await listUndiscovered(core, server);
      const { health, ...facts } = await factsOf(core, roots, server);
      return { ...facts, health: [...health, ...shell.unseenByAgents(server)] };
    },
    'browse/offers': ({ server }) => offersOf(core.server(server)),
    'resources/read': ({ server, uri }, signal) =>
      answer(core, async () => readParts(await core.server(server).readResource(uri, { signal }), uri)),
    'resources/follow': ({ server, uri, on }) =>
      answer(core, () => (on ? core.server(server).subscribe(uri) : core.server(server).unsubscribe(uri))),
    'prompts/get': ({ server, prompt, args }, signal) =>
      answer(core, async () => readPrompt(await core.server(server).getPrompt(prompt, textsOf(args), { signal }))),
    'browse/complete': (question, signal) => complete(core.server(question.server), question, signal),
    'browse/logLevel': ({ server, level }) => core.server(server).setLogLevel(level),
    'events/page': ({ server, fromSeq }) => core.events.page(server, fromSeq),
    'events/clear': ({ server }) => core.events.clear(server),
    'file/save': ({ name, text, base64 }) => shell.saveFile(name, bytesOf(text, base64)),
  };
}

const tellMs = 100; // at most ten notifications a second to a page, which then requests what it shows

/** Tells a page what has changed and may be requested again. */
export function watchServerFacts(core: Core, peer: Peer<WebviewContract>, lifetime: Lifetime): void {
  const watchAll = (): (() => void) => {
    const stops = core.servers.value.map(({ id, contents: catalog }) =>
      effect(() => {
        void catalog.value;
        peer.note('offers/changed', { server: id });
      }),
    );
    return () => stops.forEach((stop) => stop());
  };
  lifetime.defer(effect(watchAll));
  const changed = new Set<string>();
  const notify = lifetime.add(
    debounce(
      () => {
        for (const server of changed) peer.note('events/changed', { server, nextSeq: core.events.nextSeq(server) });
        changed.clear();
      },
      tellMs,
      tellMs,
    ),
  );
  lifetime.add(
    core.events.onAppended(({ server, event }) => {
      const { uri } = isRecord(event.params) ? event.params : {};
      if (event.method === 'notifications/resources/updated' && typeof uri === 'string')
        peer.note('resources/updated', { server, uri });
      changed.add(server);
      notify();
    }),
  );
}

async function answer<T>(core: Core, ask: () => Promise<T>): Promise<Answer<T>> {
  const startedMs = performance.now();
  try {
    return { kind: 'ok', value: await ask(), durationMs: performance.now() - startedMs };
  } catch (error) {
    const fault = core.redactor.value(Fault.from(error, 'server/call-failed').toShape());
    return { kind: 'failed', fault, durationMs: performance.now() - startedMs };
  }
}

/** Where discovery is turned off, opening the server is what asks for its tools. Their failure is in the traffic log. */
async function listUndiscovered(core: Core, id: string): Promise<void> {
  const server = core.server(id);
  if (core.entry(id)?.options.autoDiscover !== false || server.state.peek().kind !== 'connected') return;
  if (server.listedTools.peek().length === 0) await server.refreshTools().catch(() => {});
}

async function factsOf(core: Core, roots: RootsStore, id: string): Promise<ServerFacts> {
  const server = core.server(id);
  const state = server.state.value;
  const info = state.kind === 'connected' ? state.info : undefined;
  return {
    server: id,
    capabilities: info?.capabilities ?? {},
    instructionTokens: info?.instructions === undefined ? 0 : estimateTokens(info.instructions),
    problems: [...server.problems.value, ...suspiciousInstructions(core, id)],
    statistics: server.readStatistics(),
    health: await core.health(id),
    roots: roots.of(id),
    subscribed: server.subscribed,
    ...(server.logLevel !== undefined && { logLevel: server.logLevel }),
    ...(info && { raw: core.redactor.value(info.raw) }),
    ...(info?.instructions !== undefined && { instructions: info.instructions }),
  };
}

/** Findings in a tool are shown with the tool; those in the instructions only here. */
function suspiciousInstructions(core: Core, id: string): readonly string[] {
  const found = core.findings(id).filter(({ tool }) => tool === undefined);
  return found.map(({ message, excerpt }) => core.redactor.text(`Instructions: ${message} ${excerpt}`));
}

async function offersOf(server: ManagedServer): Promise<OffersView> {
  const { resources, templates, prompts } = await server.loadContents();
  return { server: server.id, resources: resources ?? [], templates: templates ?? [], prompts: prompts ?? [] };
}

/** A server may answer with anything; what is no part of a resource is left to the traffic log. */
function readParts(result: unknown, uri: string): readonly ResourcePart[] {
  const contents = isRecord(result) ? result['contents'] : undefined;
  if (!Array.isArray(contents)) throw protocolBroken('noList', 'contents');
  return contents.filter(isRecord).map((part) => readPart(part, uri));
}

function readPart({ uri, mimeType, text, blob }: Record<string, unknown>, asked: string): ResourcePart {
  return {
    uri: typeof uri === 'string' ? uri : asked,
    ...(typeof mimeType === 'string' && { mimeType }),
    ...(typeof text === 'string' && { text }),
    ...(typeof blob === 'string' && { blob }),
  };
}

function readPrompt(result: unknown): PromptAnswer {
  const messages = isRecord(result) ? result['messages'] : undefined;
  if (!isRecord(result) || !Array.isArray(messages)) throw protocolBroken('noList', 'messages');
  return {
    ...(typeof result['description'] === 'string' && { description: result['description'] }),
    messages: messages.filter(isRecord).map(({ role, content }) => ({ role: textOr(role, ''), content })),
  };
}

/** Completion while typing: if the server has none, or fails, nothing is reported. */
async function complete(
  server: ManagedServer,
  { prompt, template, argument, value, others }: ParamsOf<Methods['browse/complete']>,
  signal: AbortSignal,
): Promise<Completions> {
  const none: Completions = { values: [], hasMore: false };
  const state = server.state.peek();
  if (state.kind !== 'connected' || !state.info.capabilities['completions']) return none;
  const ref: CompletionRef =
    prompt === undefined ? { type: 'ref/resource', uri: template ?? '' } : { type: 'ref/prompt', name: prompt };
  const params = { ref, argument: { name: argument, value }, context: { arguments: textsOf(others) } };
  try {
    return readCompletions(await server.request('completion/complete', params, { signal }));
  } catch {
    return none;
  }
}

function readCompletions(result: unknown): Completions {
  const completion = isRecord(result) && isRecord(result['completion']) ? result['completion'] : {};
  const { values, hasMore } = completion;
  return {
    values: Array.isArray(values) ? values.filter((value): value is string => typeof value === 'string') : [],
    hasMore: hasMore === true,
  };
}

function textsOf(record: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function bytesOf(text: string | undefined, base64: string | undefined): Uint8Array {
  return base64 === undefined ? new TextEncoder().encode(text ?? '') : Buffer.from(base64, 'base64');
}
