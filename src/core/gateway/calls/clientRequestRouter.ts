import { callFailed, protocolBroken } from '../../../base/faults/serverFaults.ts';
import { isRecord } from '../../../base/json.ts';
import { type Disposable, disposable } from '../../../base/lifetime.ts';
import {
  type ClientRequestContext,
  type ClientRequests,
  type ElicitRequest,
  type ElicitResponse,
  type SamplingResponse,
  capabilitiesOf,
  handleInputRequest,
  isWebAddress,
} from '../../servers/model/clientRequests.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A client request of a server while it serves an agent's call. */
export interface Question {
  readonly method: 'elicitation/create' | 'sampling/createMessage' | 'roots/list';
  readonly params?: Fields;
}

/** An agent that fills in forms need not be able to open an address. */
export type QuestionKind = Question['method'] | 'elicitation/url';

/** A running call of an agent, which may answer client requests meanwhile. */
export interface Questioned {
  /** Calls with the same owner come from the same agent. */
  readonly owner: object;
  /** The name of an agent without a connection, whose calls all have owners of their own. */
  readonly statelessAgent: string | undefined;
  /** It waits for the agent's response to a client request. */
  readonly isAsking: boolean;
  answers(kind: QuestionKind): boolean;
  put(question: Question, signal: AbortSignal): Promise<unknown>;
  putAll(questions: Readonly<Record<string, Question>>, signal: AbortSignal): Promise<Fields>;
}

/** For a gateway without a user: only the agent can answer client requests. */
export const agentOnlyRequests: ClientRequests = {
  elicit: async () => ({ action: 'cancel' }),
  sample: async () => {
    throw new Error('the agent cannot be asked');
  },
};

/**
 * Legacy servers send client requests on a shared connection, without naming the call. While one agent alone uses
 * the server the request goes to that agent; else to the user at the window, who sees which server asks.
 * Those of modern servers belong to a call, and go to its agent.
 */
export class ClientRequestRouter {
  readonly clientRequests: ClientRequests;
  readonly #window: ClientRequests;
  /** The same call may be in here more than once, as part of a batch. */
  readonly #calls = new Map<string, Set<{ readonly call: Questioned }>>();

  constructor(window: ClientRequests) {
    this.#window = window;
    this.clientRequests = {
      ...window,
      ...(window.elicit && { elicit: (request, context) => this.#elicit(request, context, window) }),
      ...(window.sample && { sample: (request, context) => this.#sample(request, context, window) }),
    };
  }

  enter(server: string, call: Questioned): Disposable {
    const calls = this.#calls.get(server) ?? new Set();
    const entry = { call };
    this.#calls.set(server, calls.add(entry));
    return disposable(() => void calls.delete(entry));
  }

  /** What a modern server is told that the client of this call can do: the agent, or else the user at the window. */
  capabilitiesWith(agent: Fields): Fields {
    if (this.#window === agentOnlyRequests) return agent;
    const window: Fields = capabilitiesOf(this.#window);
    const elicitation = { ...(window['elicitation'] as object), ...(agent['elicitation'] as object) };
    return { ...window, ...agent, ...(Object.keys(elicitation).length > 0 && { elicitation }) };
  }

  /** The responses to what a modern server requires for a round of this call. The agent is asked first. */
  async answerInputs(server: string, call: Questioned, requests: Fields, signal: AbortSignal): Promise<Fields> {
    const asked = Object.entries(requests);
    const mine = asked.filter((entry): entry is [string, Question] => isFor(call, entry[1]));
    const responses = mine.length > 0 ? { ...(await call.putAll(Object.fromEntries(mine), signal)) } : {};
    for (const [key, request] of asked)
      if (!isFor(call, request)) responses[key] = await handleInputRequest(this.#window, request, { server, signal });
    return responses;
  }

  async #elicit(
    request: ElicitRequest,
    context: ClientRequestContext,
    window: ClientRequests,
  ): Promise<ElicitResponse> {
    const call = this.#only(context.server, request.mode === 'url' ? 'elicitation/url' : 'elicitation/create');
    if (call)
      return readAnswer(await call.put({ method: 'elicitation/create', params: wireOf(request) }, context.signal));
    return window.elicit ? window.elicit(request, context) : { action: 'cancel' };
  }

  async #sample(
    request: Readonly<Record<string, unknown>>,
    context: ClientRequestContext,
    window: ClientRequests,
  ): Promise<SamplingResponse> {
    const call = this.#only(context.server, 'sampling/createMessage');
    if (call) return readSample(await call.put({ method: 'sampling/createMessage', params: request }, context.signal));
    if (window.sample) return window.sample(request, context);
    throw callFailed('nobodyAnswers');
  }

  #only(server: string, kind: QuestionKind): Questioned | undefined {
    const calls = [...(this.#calls.get(server) ?? [])].map(({ call }) => call);
    const latest = calls.findLast(({ isAsking }) => !isAsking) ?? calls.at(-1);
    if (!latest || calls.some((other) => isOfAnother(other, latest))) return undefined;
    return latest.answers(kind) ? latest : undefined;
  }
}

/** A stateless agent may have abandoned a call that asks: no disconnect tells. Its own later calls are not held up by it. */
function isOfAnother(other: Questioned, latest: Questioned): boolean {
  if (other.owner === latest.owner) return false;
  const isAbandoned = other.isAsking && other.statelessAgent !== undefined;
  return !isAbandoned || other.statelessAgent !== latest.statelessAgent;
}

/** Whether the agent gets this request of a modern server. */
function isFor(call: Questioned, request: unknown): request is Question {
  const { method, params } = isRecord(request) ? request : {};
  if (method !== 'elicitation/create')
    return (method === 'sampling/createMessage' || method === 'roots/list') && call.answers(method);
  const { mode, url } = isRecord(params) ? params : {};
  if (mode !== 'url') return call.answers(method);
  if (typeof url !== 'string' || !isWebAddress(url)) throw protocolBroken('unsafeUrl');
  return call.answers('elicitation/url');
}

function wireOf(request: ElicitRequest): Readonly<Record<string, unknown>> {
  const { message } = request;
  if (request.mode === 'form') return { mode: 'form', message, requestedSchema: request.schema };
  return { mode: 'url', message, url: request.url, elicitationId: crypto.randomUUID() };
}

/** Anything but accept or decline counts as cancelled. */
function readAnswer(answer: unknown): ElicitResponse {
  const { action, content } = isRecord(answer) ? answer : {};
  if (action === 'decline') return { action };
  if (action !== 'accept') return { action: 'cancel' };
  return { action, ...(isRecord(content) && { content: content as NonNullable<ElicitResponse['content']> }) };
}

function readSample(answer: unknown): SamplingResponse {
  const { model, content, stopReason } = isRecord(answer) ? answer : {};
  const parts = (Array.isArray(content) ? content : [content]).filter(isRecord);
  const text = parts.map((part) => (typeof part['text'] === 'string' ? part['text'] : '')).join('');
  if (text === '') throw callFailed('noText');
  return {
    model: typeof model === 'string' ? model : 'unknown',
    text,
    ...(typeof stopReason === 'string' && { stopReason }),
  };
}
