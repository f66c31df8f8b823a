import { type ReadonlySignal, signal } from '@preact/signals-core';
import { randomUUID } from 'node:crypto';
import { type Deferred, cancelledFault, deferred, onAbort } from '../../base/async.ts';
import { Emitter, type Event } from '../../base/event.ts';
import { Fault } from '../../base/fault.ts';
import { clip, isRecord } from '../../base/json.ts';
import type { AskOrigin, AskView, SampleMessage } from '../../protocol/asks.ts';
import type { RoundView } from '../../protocol/calls.ts';
import type {
  AskContext,
  ElicitAnswer,
  ElicitRequest,
  Root,
  SamplingAnswer,
  SamplingRequest,
} from '../servers/asks.ts';
import { causingCall } from './callContext.ts';

export interface SettledAsk {
  readonly server: string;
  readonly call: string | undefined;
  readonly round: RoundView;
}

interface Waiting {
  readonly view: AskView;
  readonly answer: Deferred<never>;
}

/** Where servers' questions wait for a person. Nothing here blocks anything but the call that caused it. */
export class AskDesk {
  readonly #pending = signal<readonly AskView[]>([]);
  readonly #waiting = new Map<string, Waiting>();
  readonly #settled = new Emitter<SettledAsk>();
  #likelyCall: (server: string) => string | undefined = () => undefined;

  get pending(): ReadonlySignal<readonly AskView[]> {
    return this.#pending;
  }

  /** A question was answered, declined, or is no longer asked. */
  get onDidSettle(): Event<SettledAsk> {
    return this.#settled.event;
  }

  /** Where nobody can say which call a question belongs to, this one says which it can only be. */
  guessBy(likelyCall: (server: string) => string | undefined): void {
    this.#likelyCall = likelyCall;
  }

  get(id: string): AskView {
    const view = this.#waiting.get(id)?.view;
    if (!view) throw new Fault('call/unknown', 'The server no longer waits for this answer');
    return view;
  }

  async elicit(request: ElicitRequest, context: AskContext): Promise<ElicitAnswer> {
    const view: AskView =
      request.mode === 'url'
        ? { ...this.#origin(context), kind: 'url', ...addressOf(request) }
        : { ...this.#origin(context), kind: 'form', message: request.message, schema: request.schema };
    return this.#wait<ElicitAnswer>(view, context.signal);
  }

  async sample(request: SamplingRequest, context: AskContext): Promise<SamplingAnswer> {
    const view: AskView = { ...this.#origin(context), kind: 'sampling', ...readSampling(request) };
    return this.#wait<SamplingAnswer>(view, context.signal);
  }

  /** Answered without a question: which folders are open is no secret, but it is shown. */
  tellRoots(context: AskContext, roots: readonly Root[]): void {
    const answer = roots.map(({ uri }) => uri).join(', ');
    const round: RoundView = { kind: 'roots', at: Date.now(), message: '', answer };
    this.#settled.fire({ server: context.server, call: causingCall(), round });
  }

  answerElicitation(id: string, answer: ElicitAnswer): void {
    if (this.get(id).kind === 'sampling' && answer.action !== 'accept')
      return this.#fail(id, new Fault('cancelled', 'The user denied the request'), answer.action);
    this.#succeed(id, answer, answer.action);
  }

  answerSampling(id: string, answer: SamplingAnswer): void {
    if (this.get(id).kind !== 'sampling') throw new Fault('contract/bad-params', 'Not a sampling request');
    this.#succeed(id, answer, answer.model);
  }

  async #wait<T>(view: AskView, abort: AbortSignal): Promise<T> {
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

  #succeed(id: string, answer: ElicitAnswer | SamplingAnswer, words: string): void {
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

  #origin({ server }: AskContext): AskOrigin {
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
  return { message, url, host: new URL(url).host };
}

function messageOf(view: AskView): string {
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

export function readSampling(request: SamplingRequest): SamplingParts {
  const { systemPrompt, messages, modelPreferences, maxTokens } = request;
  const hints = isRecord(modelPreferences) && Array.isArray(modelPreferences['hints']) ? modelPreferences['hints'] : [];
  return {
    system: typeof systemPrompt === 'string' ? systemPrompt : '',
    messages: (Array.isArray(messages) ? messages : [])
      .filter(isRecord)
      .map(({ role, content }) => ({ role: String(role), text: textOf(content) })),
    hints: hints.filter(isRecord).flatMap(({ name }) => (typeof name === 'string' ? [name] : [])),
    ...(typeof maxTokens === 'number' && { maxTokens }),
    raw: request,
  };
}

function textOf(content: unknown): string {
  const parts = Array.isArray(content) ? content : [content];
  return parts
    .filter(isRecord)
    .map((part) => (typeof part['text'] === 'string' ? part['text'] : `[${String(part['type'])}]`))
    .join('\n');
}
