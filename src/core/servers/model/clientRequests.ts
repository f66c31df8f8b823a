import { textOr } from '../../wire/messageBounds.ts';
import { protocolBroken } from '../../../base/faults/serverFaults.ts';
import type { Client } from '@modelcontextprotocol/client';
import type { Event } from '../../../base/event.ts';
import { isRecord } from '../../../base/json.ts';

/** The asking server, and the signal that cancels the request. */
export interface ClientRequestContext {
  readonly server: string;
  readonly signal: AbortSignal;
}

export type ElicitRequest =
  | { readonly mode: 'form'; readonly message: string; readonly schema: Readonly<Record<string, unknown>> }
  | { readonly mode: 'url'; readonly message: string; readonly url: string };

export interface ElicitResponse {
  /** Closing the dialog is `cancel`, never `accept`. */
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: Readonly<Record<string, string | number | boolean | readonly string[]>>;
}

/** `sampling/createMessage` as received; the shell shows it to the user before any model gets it. */
export type SamplingRequest = Readonly<Record<string, unknown>>;

export interface SamplingResponse {
  readonly model: string;
  readonly stopReason?: string;
  readonly text: string;
}

export interface Root {
  readonly uri: string;
  readonly name?: string;
}

/** The client capabilities for servers. An absent part is not declared. */
export interface ClientRequests {
  elicit?(request: ElicitRequest, context: ClientRequestContext): Promise<ElicitResponse>;
  sample?(request: SamplingRequest, context: ClientRequestContext): Promise<SamplingResponse>;
  roots?(context: ClientRequestContext): Promise<readonly Root[]>;
  readonly onRootsChanged?: Event<void>;
  /** Extensions of the protocol that the shell can serve, by name. */
  readonly extensions?: Readonly<Record<string, object>>;
}

export function capabilitiesOf(clientRequests: ClientRequests): Record<string, object> {
  return {
    ...(clientRequests.elicit && { elicitation: { form: { applyDefaults: true }, url: {} } }),
    ...(clientRequests.sample && { sampling: {} }),
    ...(clientRequests.roots && { roots: { listChanged: clientRequests.onRootsChanged !== undefined } }),
    ...(clientRequests.extensions && { extensions: clientRequests.extensions }),
  };
}

/** Runs around each request to the user, so that no call times out meanwhile. */
export type PauseWhileAsking = <T>(question: () => Promise<T>) => Promise<T>;

/** One handler each: the SDK uses them for legacy requests and for modern input-required rounds alike. */
export function handleClientRequests(
  client: Client,
  server: string,
  clientRequests: ClientRequests,
  whileAsking: PauseWhileAsking,
): void {
  const { elicit, sample, roots } = clientRequests;
  if (elicit) {
    client.setRequestHandler('elicitation/create', async (request, ctx) => {
      const asked = readElicitation(request.params as Readonly<Record<string, unknown>>);
      const answer = await whileAsking(() => elicit.call(clientRequests, asked, { server, signal: ctx.mcpReq.signal }));
      return answer as never;
    });
  }
  if (sample) {
    client.setRequestHandler('sampling/createMessage', async (request, ctx) => {
      const context = { server, signal: ctx.mcpReq.signal };
      const answer = await whileAsking(() => sample.call(clientRequests, request.params as SamplingRequest, context));
      return messageOf(answer) as never;
    });
  }
  if (roots) {
    client.setRequestHandler('roots/list', async (_request, ctx) => {
      const found = await roots.call(clientRequests, { server, signal: ctx.mcpReq.signal });
      return { roots: [...found] } as never;
    });
  }
}

function readElicitation(params: Readonly<Record<string, unknown>>): ElicitRequest {
  const message = textOr(params['message'], '');
  if (params['mode'] !== 'url') {
    const schema = params['requestedSchema'];
    return { mode: 'form', message, schema: isRecord(schema) ? schema : {} };
  }
  const url = textOr(params['url'], '');
  if (!isWebAddress(url)) throw protocolBroken('unsafeUrl');
  return { mode: 'url', message, url };
}

/** Never javascript:, file:, vscode: or a command of the editor. */
export function isWebAddress(url: string): boolean {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: '' };
  return protocol === 'https:' || protocol === 'http:';
}

function messageOf(answer: SamplingResponse): Readonly<Record<string, unknown>> {
  const { model, text, stopReason } = answer;
  return { role: 'assistant', content: { type: 'text', text }, model, stopReason: stopReason ?? 'endTurn' };
}

/** One entry of a modern `inputRequests`, answered like the legacy request of the same name. */
export async function handleInputRequest(
  clientRequests: ClientRequests,
  request: unknown,
  context: ClientRequestContext,
): Promise<unknown> {
  const { method, params } = (request ?? {}) as { method?: unknown; params?: Readonly<Record<string, unknown>> };
  if (method === 'elicitation/create' && clientRequests.elicit)
    return clientRequests.elicit(readElicitation(params ?? {}), context);
  if (method === 'sampling/createMessage' && clientRequests.sample)
    return messageOf(await clientRequests.sample(params ?? {}, context));
  if (method === 'roots/list' && clientRequests.roots) return { roots: [...(await clientRequests.roots(context))] };
  throw protocolBroken('notOffered', textOr(method, 'an unnamed method'));
}
