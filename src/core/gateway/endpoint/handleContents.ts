import { ProtocolError, type Result } from '@modelcontextprotocol/server';
import { Fault } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import { type HandlerTable, type Params, invalid, refuseCursor, requireText } from '../../mcpServer/handlers/handle.ts';
import type { CompletionRef } from '../../servers/model/server.ts';
import { offeredParts } from '../../trust/pins/definition.ts';
import type { EndpointContext } from './endpointContext.ts';
import type { ExposedPrompt } from './endpointServers.ts';

/** Resources, prompts and completions, passed on as they are. `watched` holds what a legacy agent subscribed to. */
export function contentHandlers(
  { servers: members, parts }: EndpointContext,
  watched: Set<string>,
  agentOf: (params: Params) => string,
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
      return passed(
        members.readResource(uri, mcpReq.signal, (server) => parts.calls.readResource(agentOf(params), server, uri)),
      );
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
    'prompts/get': async (params, { mcpReq }) => {
      const { server, definition } = await promptNamed(requireText(params, 'name'));
      return passed(server.getPrompt(definition.name, textsIn(params['arguments'] ?? {}), { signal: mcpReq.signal }));
    },
    'completion/complete': async (params, { mcpReq }) => {
      const { ref, argument } = completionIn(params);
      const owner = ref.type === 'ref/prompt' ? await promptNamed(ref.name) : undefined;
      const server = owner?.server ?? members.all()[0];
      if (!server) return noCompletion;
      const asked = owner ? { type: 'ref/prompt' as const, name: owner.definition.name } : ref;
      return passed(server.complete(asked, argument, { signal: mcpReq.signal })).catch(() => ({ ...noCompletion }));
    },
  };
}

function shownPrompt({ definition, name }: ExposedPrompt): Readonly<Record<string, unknown>> {
  return { ...offeredParts('prompt', definition), name };
}

const noCompletion = { completion: { values: [] } };

/** An error of the server is passed to the agent unchanged. */
async function passed(answer: Promise<unknown>): Promise<Result> {
  try {
    const result = await answer;
    return isRecord(result) ? result : {};
  } catch (error) {
    if (!Fault.is(error) || error.code === 'cancelled' || error.code === 'internal') throw error;
    throw new ProtocolError(-32602, error.message);
  }
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
