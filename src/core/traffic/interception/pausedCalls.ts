import { textOr } from '../../wire/messageBounds.ts';
import { invalidInput } from '../../../base/commonFaults.ts';
import { onAbort } from '../../../base/async.ts';
import { isRecord, parseJson, sameJson } from '../../../base/json.ts';
import type { HeldCall } from '../../../contract/traffic/interceptionRules.ts';
import type { Clock } from '../../ports/ports.ts';
import type { Redaction } from '../redaction.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';

/** What a user decided. */
export interface Release {
  readonly how: 'continue' | 'drop';
  /** The edited message, as JSON. */
  readonly text?: string | undefined;
}

export interface Released {
  readonly how: 'continue' | 'drop';
  readonly message: WireMessage;
  readonly edited: boolean;
}

interface Holding {
  readonly rule: number;
  readonly server: string;
  readonly on: 'request' | 'response';
  readonly message: WireMessage;
  readonly request: WireMessage;
  readonly signal: AbortSignal;
}

interface Held {
  readonly view: HeldCall;
  readonly message: WireMessage;
  settle(released: Released): void;
}

/** Calls that wait for a user. A call whose connection or caller is gone is dropped. */
export class PausedCalls {
  readonly #clock: Clock;
  readonly #redaction: Redaction;
  readonly #changed: () => void;
  readonly #held = new Map<number, Held>();
  #nextId = 1;

  constructor(clock: Clock, redaction: Redaction, changed: () => void) {
    this.#clock = clock;
    this.#redaction = redaction;
    this.#changed = changed;
  }

  get list(): readonly HeldCall[] {
    return [...this.#held.values()].map(({ view }) => view);
  }

  hold({ rule, server, on, message, request, signal }: Holding): Promise<Released> {
    const id = this.#nextId++;
    const { method, params } = request;
    const name = isRecord(params) && typeof params['name'] === 'string' ? params['name'] : undefined;
    const view = { id, rule, server, on, method: textOr(method, ''), since: this.#clock.now(), ...(name && { name }) };
    return new Promise((resolve) => {
      const gone = onAbort(signal, () => this.#settle(id, { how: 'drop', message, edited: false }));
      const settle = (released: Released): void => {
        gone.dispose();
        resolve(released);
      };
      this.#held.set(id, { view, message, settle });
      this.#changed();
      if (signal.aborted) this.#settle(id, { how: 'drop', message, edited: false });
    });
  }

  /** Without its secrets; they are restored where the user leaves the redaction marks unchanged. */
  text(id: number): string {
    return JSON.stringify(this.#redaction.value(this.#get(id).message), undefined, 2);
  }

  release(id: number, { how, text }: Release): void {
    const { message } = this.#get(id);
    const next = how === 'continue' && text !== undefined ? this.#edit(message, text) : message;
    this.#settle(id, { how, message: next, edited: next !== message });
  }

  releaseOf(rule: number): void {
    for (const { view, message } of this.#held.values()) {
      if (view.rule === rule) this.#settle(view.id, { how: 'continue', message, edited: false });
    }
  }

  #edit(message: WireMessage, text: string): WireMessage {
    const edited = readEdited(message, text);
    const next = restore(edited, this.#redaction.value(message), message) as WireMessage;
    return sameJson(next, message) ? message : next;
  }

  #get(id: number): Held {
    const held = this.#held.get(id);
    if (!held) throw invalidInput('notHeld');
    return held;
  }

  #settle(id: number, released: Released): void {
    const held = this.#held.get(id);
    if (!held) return;
    this.#held.delete(id);
    held.settle(released);
    this.#changed();
  }
}

/** Its id stays: the response could not be matched otherwise. */
function readEdited(message: WireMessage, text: string): WireMessage {
  const parsed = parseJson(text);
  if (!parsed.ok) throw invalidInput('notJson', parsed.reason);
  if (!isRecord(parsed.value)) throw invalidInput('notObject');
  const next = { ...parsed.value, jsonrpc: '2.0', id: message['id'] };
  const wasRequest = 'method' in message;
  if (wasRequest && typeof parsed.value['method'] !== 'string') throw invalidInput('noMethod');
  if (!wasRequest && !('result' in parsed.value) && !isRecord(parsed.value['error'])) throw invalidInput('noResult');
  return next;
}

/** Unchanged redacted values are replaced by their originals. */
function restore(edited: unknown, shown: unknown, original: unknown): unknown {
  if (edited === shown) return original;
  if (Array.isArray(edited) && Array.isArray(shown) && Array.isArray(original))
    return edited.map((item, at) => restore(item, shown[at], original[at]));
  if (!isRecord(edited) || !isRecord(shown) || !isRecord(original)) return edited;
  const pairs = Object.entries(edited).map(([key, value]) => [key, restore(value, shown[key], original[key])]);
  return Object.fromEntries(pairs) as Record<string, unknown>;
}
