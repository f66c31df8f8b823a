import { invalidInput } from '../../../base/commonFaults.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { sleep } from '../../../base/async.ts';
import { isRecord } from '../../../base/json.ts';
import { type Disposable, Lifetime } from '../../../base/lifetime.ts';
import type { NewRule, RuleAction, RuleView, RulesSnapshot } from '../../../contract/traffic/interceptionRules.ts';
import type { Clock } from '../../ports/ports.ts';
import { PausedCalls, type Release, type Released } from './pausedCalls.ts';
import type { InterceptionContext, Interception, RequestOutcome } from '../../wire/interception.ts';
import { RecordedResponses } from '../recording/recordedResponses.ts';
import { RecordingReader } from '../recording/recordingReader.ts';
import type { Redaction } from '../redaction.ts';
import { problemOfAction } from './ruleAction.ts';
import { textOr } from '../../wire/messageBounds.ts';
import type { Tap } from '../../wire/tap.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';

interface Rule {
  readonly view: RuleView;
  readonly answers?: RecordedResponses | undefined;
  readonly lifetime: Lifetime;
}

/**
 * Rules that pause, delay, break or answer calls, to test how an agent reacts. They exist in
 * this window and in memory only: a restart always restores the real behaviour of servers.
 */
export class InterceptionRules implements Disposable {
  readonly #held: PausedCalls;
  readonly #rules = new Map<number, Rule>();
  readonly #snapshot = signal<RulesSnapshot>({ rules: [], held: [] });
  #nextId = 1;

  constructor(clock: Clock, redaction: Redaction) {
    this.#held = new PausedCalls(clock, redaction, () => this.#notify());
  }

  get snapshot(): ReadonlySignal<RulesSnapshot> {
    return this.#snapshot;
  }

  /** Throws `contract/bad-params` for an action that makes no sense, `recording/unreadable` for a bad recording. */
  async add({ server, tool, method, action }: NewRule): Promise<RuleView> {
    const problem = problemOfAction(action);
    if (problem !== undefined) throw invalidInput('rule', problem);
    const lifetime = new Lifetime();
    const answers = action.kind === 'answer' ? await readAnswers(action.recording, lifetime) : undefined;
    const view: RuleView = {
      id: this.#nextId++,
      enabled: true,
      hits: 0,
      action,
      ...(server !== undefined && { server }),
      ...(tool !== undefined && { tool }),
      ...(method !== undefined && { method }),
    };
    this.#put({ view, answers, lifetime });
    return view;
  }

  /** Removing a rule releases the calls that it holds. */
  enable(id: number, enabled: boolean): void {
    const rule = this.#rules.get(id);
    if (!rule) return;
    if (!enabled) this.#held.releaseOf(id);
    this.#put({ ...rule, view: { ...rule.view, enabled } });
  }

  remove(id: number): void {
    this.#held.releaseOf(id);
    this.#rules.get(id)?.lifetime.dispose();
    this.#rules.delete(id);
    this.#notify();
  }

  clear(): void {
    for (const id of this.#rules.keys()) this.remove(id);
  }

  heldText(id: number): string {
    return this.#held.text(id);
  }

  release(id: number, release: Release): void {
    this.#held.release(id, release);
  }

  /** Whether a rule would do something to a call of this tool. */
  covers(server: string, tool: string): boolean {
    const call = { method: 'tools/call', params: { name: tool } };
    return this.#fitting(server, call, () => true) !== undefined;
  }

  /** What a rule did is tapped: a modified call must be visible as such. */
  forServer(server: string, tap: Tap): Interception {
    return {
      wantsRequest: (message) => this.#fitting(server, message, isForRequest) !== undefined,
      request: (message, context) => this.#request({ server, tap, message, context }),
      wantsResponse: (message) => this.#fitting(server, message, isAnswerPause) !== undefined,
      response: (request, answer, context) => this.#response({ server, tap, message: answer, context }, request),
    };
  }

  dispose(): void {
    this.clear();
  }

  async #request(call: Call): Promise<RequestOutcome> {
    const rule = this.#fitting(call.server, call.message, isForRequest);
    return rule ? this.#apply(rule, call) : { kind: 'send', message: call.message };
  }

  async #apply(rule: Rule, call: Call): Promise<RequestOutcome> {
    const { action, id } = rule.view;
    const { message, tap, context } = call;
    this.#hit(rule);
    switch (action.kind) {
      case 'pause':
        return this.#pause(rule, call);
      case 'delay':
        tap.state(`rule ${id}: held back for ${action.ms} ms`);
        await sleep(action.ms, context.signal);
        return { kind: 'send', message };
      case 'fail':
        tap.state(`rule ${id}: answered with the error ${action.code}, the server was not asked`);
        return { kind: 'answer', message: failure(message, action) };
      case 'answer':
        return this.#replay(rule, call);
      default:
        return action satisfies never;
    }
  }

  async #pause(rule: Rule, call: Call): Promise<RequestOutcome> {
    const released = await this.#hold(rule, call, 'request', call.message);
    return released.how === 'drop' ? { kind: 'drop' } : { kind: 'send', message: released.message };
  }

  async #replay(rule: Rule, { tap, message }: Call): Promise<RequestOutcome> {
    const found = await rule.answers?.find(textOr(message['method'], ''), message['params']);
    if (!found?.answer) {
      tap.state(`rule ${rule.view.id}: the recording has no such call, so the server is asked`);
      return { kind: 'send', message };
    }
    tap.state(`rule ${rule.view.id}: answered from the recording, the server was not asked`);
    return { kind: 'answer', message: { ...found.answer, id: message['id'] } };
  }

  async #response(call: Call, request: WireMessage): Promise<WireMessage | undefined> {
    const rule = this.#fitting(call.server, request, isAnswerPause);
    if (!rule) return call.message;
    this.#hit(rule);
    const released = await this.#hold(rule, call, 'response', request);
    return released.how === 'drop' ? undefined : released.message;
  }

  async #hold({ view: { id } }: Rule, call: Call, on: 'request' | 'response', request: WireMessage): Promise<Released> {
    const { server, tap, message, context } = call;
    tap.state(`rule ${id}: the ${on} waits for you`);
    const released = await context.whilePaused(() =>
      this.#held.hold({ rule: id, server, on, message, request, signal: context.signal }),
    );
    tap.state(`rule ${id}: the ${on} ${describeRelease(released)}`);
    return released;
  }

  /** The first one that was added wins. */
  #fitting(server: string, message: WireMessage, wanted: (action: RuleAction) => boolean): Rule | undefined {
    if (this.#rules.size === 0) return undefined;
    for (const rule of this.#rules.values()) {
      const { view } = rule;
      if (view.enabled && wanted(view.action) && fitsCall(view, server, message)) return rule;
    }
    return undefined;
  }

  #hit({ view: { id } }: Rule): void {
    const rule = this.#rules.get(id);
    if (rule) this.#put({ ...rule, view: { ...rule.view, hits: rule.view.hits + 1 } });
  }

  #put(rule: Rule): void {
    this.#rules.set(rule.view.id, rule);
    this.#notify();
  }

  #notify(): void {
    this.#snapshot.value = { rules: [...this.#rules.values()].map(({ view }) => view), held: this.#held.list };
  }
}

interface Call {
  readonly server: string;
  readonly tap: Tap;
  readonly message: WireMessage;
  readonly context: InterceptionContext;
}

function isAnswerPause(action: RuleAction): boolean {
  return action.kind === 'pause' && action.on === 'response';
}

function isForRequest(action: RuleAction): boolean {
  return !isAnswerPause(action);
}

function fitsCall(rule: RuleView, server: string, { method, params }: WireMessage): boolean {
  if (rule.server !== undefined && rule.server !== server) return false;
  if (method !== (rule.method ?? 'tools/call')) return false;
  return rule.tool === undefined || (isRecord(params) && params['name'] === rule.tool);
}

function failure({ id }: WireMessage, { code, message }: Extract<RuleAction, { kind: 'fail' }>): WireMessage {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

function describeRelease({ how, edited, message }: Released): string {
  if (how === 'drop') return 'was dropped';
  return edited ? `goes on, edited: ${JSON.stringify(message)}` : 'goes on';
}

/** Where the recording cannot be read there will be no rule to end the lifetime. */
async function readAnswers(recording: string, lifetime: Lifetime): Promise<RecordedResponses> {
  try {
    const reader = lifetime.add(await RecordingReader.open(recording));
    await reader.indexed;
    return await RecordedResponses.read(reader);
  } catch (error) {
    lifetime.dispose();
    throw error;
  }
}
