import { callFailed } from '../../../base/faults/serverFaults.ts';
import { isRecord } from '../../../base/json.ts';
import { type Disposable, disposable } from '../../../base/lifetime.ts';
import type {
  ClientRequestContext,
  ElicitResponse,
  ElicitRequest,
  SamplingResponse,
  ClientRequests,
} from '../../servers/model/clientRequests.ts';

/** A client request of a server while it serves an agent's call. */
export interface Question {
  readonly method: 'elicitation/create' | 'sampling/createMessage';
  readonly params: Readonly<Record<string, unknown>>;
}

/** An agent that fills in forms need not be able to open an address. */
export type QuestionKind = Question['method'] | 'elicitation/url';

/** A running call of an agent, which may answer client requests meanwhile. */
export interface Questioned {
  /** Calls with the same owner come from the same agent. */
  readonly owner: object;
  answers(kind: QuestionKind): boolean;
  put(question: Question, signal: AbortSignal): Promise<unknown>;
}

/**
 * Servers send client requests on a shared connection, without naming the call. While one agent alone uses
 * the server the request goes to that agent; else to the user at the window, who sees which server asks.
 */
export class ClientRequestRouter {
  readonly clientRequests: ClientRequests;
  /** The same call may be in here more than once, as part of a batch. */
  readonly #calls = new Map<string, Set<{ readonly call: Questioned }>>();

  constructor(window: ClientRequests) {
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
    const latest = calls.at(-1);
    if (!latest || calls.some(({ owner }) => owner !== latest.owner)) return undefined;
    return latest.answers(kind) ? latest : undefined;
  }
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
