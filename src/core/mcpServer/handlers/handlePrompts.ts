import { ProtocolError, type Result, type ServerContext } from '@modelcontextprotocol/server';
import { isRecord } from '../../../base/json.ts';
import { type Client, openCall } from './callContext.ts';
import type { FeatureRegistry } from './featureRegistry.ts';
import type { SealResponses } from './clientInputs.ts';
import { type HandlerTable, type Params, refuseCursor, requireText } from './handle.ts';
import type { ServerPrompt } from '../prompt.ts';

export function promptHandlers(client: Client, catalog: FeatureRegistry, seal: SealResponses): HandlerTable {
  return {
    'prompts/list': async (params) => {
      refuseCursor(params);
      await catalog.ready();
      return { prompts: catalog.prompts().map(definitionOf) };
    },
    'prompts/get': (params, request) => getPrompt(client, catalog, seal, params, request),
  };
}

function definitionOf({ name, title, description, arguments: args }: ServerPrompt): Readonly<Record<string, unknown>> {
  return { name, ...(title !== undefined && { title }), description, ...(args.length > 0 && { arguments: args }) };
}

export async function promptNamed(catalog: FeatureRegistry, name: string): Promise<ServerPrompt> {
  await catalog.ready();
  const prompt = catalog.prompts().find((one) => one.name === name);
  if (!prompt) throw new ProtocolError(-32602, `Unknown prompt: ${name}`);
  return prompt;
}

async function getPrompt(
  client: Client,
  catalog: FeatureRegistry,
  seal: SealResponses,
  params: Params,
  request: ServerContext,
): Promise<Result> {
  const prompt = await promptNamed(catalog, requireText(params, 'name'));
  const args = readArguments(prompt, params['arguments'] ?? {});
  const { context, inputs } = openCall(client, request);
  const { render } = await catalog.prompt(prompt);
  try {
    return { description: prompt.description, messages: await render(args, context) };
  } catch (error) {
    const pending = await inputs.pending(seal);
    if (pending) return pending;
    throw error;
  }
}

function readArguments(prompt: ServerPrompt, given: unknown): Readonly<Record<string, string>> {
  if (!isTexts(given)) throw invalidPrompt('arguments must be an object of strings');
  const missing = prompt.arguments.filter((argument) => argument.required && given[argument.name] === undefined);
  if (missing.length > 0)
    throw invalidPrompt(`missing required arguments: ${missing.map((argument) => argument.name).join(', ')}`);
  return given;
}

/** With the reason in the message too: clients show nothing else of a prompt's error. */
function invalidPrompt(reason: string): ProtocolError {
  return new ProtocolError(-32602, `Invalid params: ${reason}`, { reason });
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every((text) => typeof text === 'string');
}
