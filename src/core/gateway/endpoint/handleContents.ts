import { ProtocolError, type Result, type ServerContext } from '@modelcontextprotocol/server';
import type { Era } from '../../../contract/inspector.ts';
import { isRecord } from '../../../base/json.ts';
import { type HandlerTable, type Params, invalid, refuseCursor, requireText } from '../../mcpServer/handlers/handle.ts';
import { readInputRequired } from '../../servers/model/inputRound.ts';
import { AgentCall } from '../calls/agentCall.ts';
import type { ClientRequestRouter } from '../calls/clientRequestRouter.ts';
import { runRounds } from '../calls/inputRounds.ts';
import type { SuspendedCalls } from '../calls/suspendedCalls.ts';
import { answersOf, inputsOf, nextRound } from './agentRounds.ts';
import type { CompletionRef } from '../../servers/model/server.ts';
import { offeredParts } from '../../trust/pins/definition.ts';
import type { EndpointContext } from './endpointContext.ts';
import { passed } from './passed.ts';
import type { ExposedPrompt } from './endpointServers.ts';

/** Resources, prompts and completions, passed on as they are. `watched` holds what a legacy agent subscribed to. */
export function contentHandlers(
  { servers: members, parts }: EndpointContext,
  watched: Set<string>,
  { agentOf, capabilitiesOf, suspended, era }: ContentsAgent,
): HandlerTable {
  const promptNamed = async (name: string): Promise<ExposedPrompt> => {
    const found = (await members.prompts()).find((prompt) => prompt.name === name);
    if (!found) throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
    return found;
  };
  return {
    'resources/list': async (params) => {
      refuseCursor(params);
      return { resources: [...(await members.resources())] };
    },
    'resources/templates/list': async (params) => {
      refuseCursor(params);
      return { resourceTemplates: [...(await members.templates())] };
    },
    'resources/read': async (params, { mcpReq }) => {
      const uri = requireText(params, 'uri');
      const had = (server: string): void => parts.calls.readResource(agentOf(params), server, uri);
      return resultOf(await passed(members.readResource(uri, mcpReq.signal, had)));
    },
    'resources/subscribe': async (params) => {
      const uri = requireText(params, 'uri');
      if (!watched.has(uri)) await members.subscribe(uri);
      watched.add(uri);
      return {};
    },
    'resources/unsubscribe': async (params) => {
      const uri = requireText(params, 'uri');
      if (watched.delete(uri)) await members.unsubscribe(uri);
      return {};
    },
    'prompts/list': async (params) => {
      refuseCursor(params);
      return { prompts: (await members.prompts()).map(shownPrompt) };
    },
    'prompts/get': async (params, request) => {
      const begin = async (): Promise<AgentCall<unknown>> => {
        const prompt = await promptNamed(requireText(params, 'name'));
        return beginPrompt(prompt, params, capabilitiesOf(request), parts.router);
      };
      const running = suspended.resume(request) ?? (await begin());
      const round = await passed(nextRound(running, suspended, era, request));
      return round.kind === 'suspended' ? round.response : resultOf(round.result);
    },
    'completion/complete': async (params, { mcpReq }) => {
      const { ref, argument } = completionIn(params);
      const owner = ref.type === 'ref/prompt' ? await promptNamed(ref.name) : undefined;
      const server = owner?.server ?? members.all()[0];
      if (!server) return noCompletion;
      const asked = owner ? { type: 'ref/prompt' as const, name: owner.definition.name } : ref;
      const completed = passed(server.complete(asked, argument, { signal: mcpReq.signal }));
      return resultOf(await completed.catch(() => noCompletion));
    },
  };
}

/** The agent of these handlers. */
interface ContentsAgent {
  readonly era: Era;
  readonly suspended: SuspendedCalls<unknown>;
  agentOf(params: Params): string;
  capabilitiesOf(request: ServerContext): Readonly<Record<string, unknown>>;
}

function beginPrompt(
  { server, definition }: ExposedPrompt,
  params: Params,
  capabilities: Readonly<Record<string, unknown>>,
  router: ClientRequestRouter,
): AgentCall<unknown> {
  const args = textsIn(params['arguments'] ?? {});
  const running = new AgentCall<unknown>({}, new Set(answersOf(capabilities, params)));
  running.begin((signal) =>
    runRounds({
      server: server.id,
      inputs: inputsOf(running, router, capabilities, signal),
      send: (round) => server.getPrompt(definition.name, args, { signal, round }),
      required: readInputRequired,
    }),
  );
  return running;
}

function shownPrompt({ definition, name }: ExposedPrompt): Readonly<Record<string, unknown>> {
  return { ...offeredParts('prompt', definition), name };
}

const noCompletion = { completion: { values: [] } };

function resultOf(result: unknown): Result {
  return isRecord(result) ? result : {};
}

function textsIn(value: unknown): Readonly<Record<string, string>> {
  if (isRecord(value) && Object.values(value).every((text) => typeof text === 'string'))
    return value as Readonly<Record<string, string>>;
  throw invalid('arguments must be an object of strings');
}

function completionIn({ ref, argument }: Params): {
  readonly ref: CompletionRef;
  readonly argument: { readonly name: string; readonly value: string };
} {
  const { type, name, uri } = isRecord(ref) ? ref : {};
  const { name: of, value } = isRecord(argument) ? argument : {};
  if (typeof of !== 'string' || typeof value !== 'string') throw invalid('argument must have a name and a value');
  const asked = { name: of, value };
  if (type === 'ref/prompt' && typeof name === 'string') return { ref: { type, name }, argument: asked };
  if (type === 'ref/resource' && typeof uri === 'string') return { ref: { type, uri }, argument: asked };
  throw invalid('ref must be a prompt or a resource');
}
