import { textOr } from '../wire/messageBounds.ts';
import { unknownCall } from '../../base/faults/callFaults.ts';
import { cancelled, invalidInput } from '../../base/commonFaults.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { randomUUID } from 'node:crypto';
import { type Deferred, cancelledFault, deferred, onAbort } from '../../base/async.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { Fault } from '../../base/fault.ts';
import { revealHidden } from '../../base/text/hiddenCharacters.ts';
import { clip, isRecord } from '../../base/json.ts';
import type { ClientRequestOrigin, ClientRequestView, SampleMessage } from '../../contract/clientRequests.ts';
import type { RoundView } from '../../contract/calls.ts';
import type {
  ClientRequestContext,
  ElicitResponse,
  ElicitRequest,
  Root,
  SamplingResponse,
  SamplingRequest,
} from '../servers/model/clientRequests.ts';
import { causingCall } from './callContext.ts';

export interface SettledRequest {
  readonly server: string;
  readonly call: string | undefined;
  readonly round: RoundView;
}

interface Waiting {
  readonly view: ClientRequestView;
  readonly answer: Deferred<never>;
}

/** Where client requests wait for a user. A pending request blocks only the call that caused it. */
export class PendingClientRequests {
  readonly #pending = signal<readonly ClientRequestView[]>([]);
  readonly #waiting = new Map<string, Waiting>();
  readonly #settled = new Emitter<SettledRequest>();
  #likelyCall: (server: string) => string | undefined = () => undefined;

  get pending(): ReadonlySignal<readonly ClientRequestView[]> {
    return this.#pending;
  }

  /** A request was answered, declined or cancelled. */
  get onDidSettle(): Event<SettledRequest> {
    return this.#settled.event;
  }

  /** If the call of a request is unknown, this finds the only possible one. */
  guessBy(likelyCall: (server: string) => string | undefined): void {
    this.#likelyCall = likelyCall;
  }

  get(id: string): ClientRequestView {
    const view = this.#waiting.get(id)?.view;
    if (!view) throw unknownCall('request');
    return view;
  }

  async elicit(request: ElicitRequest, context: ClientRequestContext): Promise<ElicitResponse> {
    const view: ClientRequestView =
      request.mode === 'url'
        ? { ...this.#origin(context), kind: 'url', ...addressOf(request) }
        : { ...this.#origin(context), kind: 'form', message: revealHidden(request.message), schema: request.schema };
    return this.#wait<ElicitResponse>(view, context.signal);
  }

  async sample(request: SamplingRequest, context: ClientRequestContext): Promise<SamplingResponse> {
    const view: ClientRequestView = { ...this.#origin(context), kind: 'sampling', ...readSampling(request) };
    return this.#wait<SamplingResponse>(view, context.signal);
  }

  /** Answered without asking the user: the open folders are no secret, but the request is shown. */
  tellRoots(context: ClientRequestContext, roots: readonly Root[]): void {
    const answer = roots.map(({ uri }) => uri).join(', ');
    const round: RoundView = { kind: 'roots', at: Date.now(), message: '', answer };
    this.#settled.fire({ server: context.server, call: causingCall(), round });
  }

  answerElicitation(id: string, answer: ElicitResponse): void {
    if (this.get(id).kind === 'sampling' && answer.action !== 'accept')
      return this.#fail(id, cancelled('denied'), answer.action);
    this.#succeed(id, answer, answer.action);
  }

  answerSampling(id: string, answer: SamplingResponse): void {
    if (this.get(id).kind !== 'sampling') throw invalidInput('notSampling');
    this.#succeed(id, answer, answer.model);
  }

  async #wait<T>(view: ClientRequestView, abort: AbortSignal): Promise<T> {
    const answer = deferred<never>();
    this.#waiting.set(view.id, { view, answer });
    this.#show();
    const stop = onAbort(abort, () => this.#fail(view.id, cancelledFault(abort), 'cancel'));
    if (abort.aborted) this.#fail(view.id, cancelledFault(abort), 'cancel');
    try {
      return (await answer.promise) as T;
    } finally {
      stop.dispose();
    }
  }

  #succeed(id: string, answer: ElicitResponse | SamplingResponse, words: string): void {
    this.#take(id, words)?.answer.resolve(answer as never);
  }

  #fail(id: string, fault: Fault, words: string): void {
    this.#take(id, words)?.answer.reject(fault);
  }

  #take(id: string, words: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    if (!waiting) return undefined;
    this.#waiting.delete(id);
    this.#show();
    const { kind, server, call } = waiting.view;
    const round: RoundView = { kind, at: Date.now(), message: messageOf(waiting.view), answer: words };
    this.#settled.fire({ server, call, round });
    return waiting;
  }

  #origin({ server }: ClientRequestContext): ClientRequestOrigin {
    const call = causingCall() ?? this.#likelyCall(server);
    return { id: randomUUID(), server, at: Date.now(), ...(call !== undefined && { call }) };
  }

  #show(): void {
    this.#pending.value = [...this.#waiting.values()].map(({ view }) => view);
  }
}

function addressOf({ message, url }: { readonly message: string; readonly url: string }): {
  readonly message: string;
  readonly url: string;
  readonly host: string;
} {
  return { message: revealHidden(message), url, host: new URL(url).host };
}

function messageOf(view: ClientRequestView): string {
  if (view.kind === 'sampling') return clip(view.messages.at(-1)?.text ?? '', 200);
  return view.kind === 'url' ? view.host : clip(view.message, 200);
}

interface SamplingParts {
  readonly system: string;
  readonly messages: readonly SampleMessage[];
  readonly hints: readonly string[];
  readonly maxTokens?: number;
  readonly raw: unknown;
}

/** What is shown is what a model gets: hidden characters are written out in both. */
function readSampling(request: SamplingRequest): SamplingParts {
  const { systemPrompt, messages, modelPreferences, maxTokens } = request;
  const hints = isRecord(modelPreferences) && Array.isArray(modelPreferences['hints']) ? modelPreferences['hints'] : [];
  return {
    system: typeof systemPrompt === 'string' ? revealHidden(systemPrompt) : '',
    messages: (Array.isArray(messages) ? messages : [])
      .filter(isRecord)
      .map(({ role, content }) => ({ role: revealHidden(textOr(role, '')), text: revealHidden(textOf(content)) })),
    hints: hints.filter(isRecord).flatMap(({ name }) => (typeof name === 'string' ? [revealHidden(name)] : [])),
    ...(typeof maxTokens === 'number' && { maxTokens }),
    raw: request,
  };
}

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .filter(isRecord)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : `[${textOr(part['type'], 'unknown')}]`))
    .join('\n');
}
