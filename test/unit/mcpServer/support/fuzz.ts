import assert from 'node:assert/strict';
import { type Json, modernMeta } from './messages.ts';

/** The same numbers for the same seed, on every machine. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const methods = [
  'tools/list',
  'tools/call',
  'ping',
  'initialize',
  'server/discover',
  'resources/read',
  'no/such',
  'toString',
  '',
  'subscriptions/listen',
];
const notes = [
  'notifications/initialized',
  'notifications/cancelled',
  'notifications/progress',
  'notifications/no/such',
  'tools/list',
];
const tools = ['echo', 'fails', 'throws', 'naps', 'asks', 'bad_content', 'nope', '__proto__'];
const oddities: readonly unknown[] = [
  null,
  true,
  -1,
  1.5,
  1e300,
  2 ** 53 + 2,
  '',
  'x',
  '\u0000',
  '\ud83d\ude00',
  '\ud800',
  [],
  [[]],
  {},
  { a: 1 },
];
const characters = '{}[]",:\\\'0123456789aeiou\u0000\t\r\u00e9\u2028\ufeff truefalsenull';

/** Lines that a broken or hostile client might send: whole, bent, torn, and of no sense at all. */
export class LineMaker {
  readonly #next: () => number;
  #id = 0;

  constructor(seed: number) {
    this.#next = random(seed);
  }

  line(): string {
    const dice = this.#next();
    if (dice < 0.35) return JSON.stringify(this.#message());
    if (dice < 0.55) return JSON.stringify(this.#bend(this.#message()));
    if (dice < 0.8) return this.#tear(JSON.stringify(this.#message()));
    if (dice < 0.85) return JSON.stringify(Array.from({ length: this.#below(4) }, () => this.#message()));
    if (dice < 0.9) return JSON.stringify(this.pick(oddities));
    return this.#noise();
  }

  pick<T>(values: readonly T[]): T {
    return values[this.#below(values.length)]!;
  }

  #below(limit: number): number {
    return Math.floor(this.#next() * limit);
  }

  #message(): Json {
    const dice = this.#next();
    if (dice < 0.15)
      return {
        jsonrpc: '2.0',
        method: this.pick(notes),
        params: { requestId: this.#below(this.#id + 1), progressToken: 1, progress: 1 },
      };
    if (dice < 0.2) return { jsonrpc: '2.0', id: this.#below(9), result: {} };
    const id = this.#next() < 0.5 ? this.#id++ : `s${this.#id++}`;
    const params = {
      ...(this.#next() < 0.7 && { name: this.pick(tools), arguments: { text: 'x' } }),
      ...(this.#next() < 0.5 && { _meta: modernMeta() }),
    };
    return { jsonrpc: '2.0', id, method: this.pick(methods), ...(this.#next() < 0.9 && { params }) };
  }

  /** One member somewhere gets another value, another name, or goes. */
  #bend(message: Json): Json {
    const [key = 'id', value] = this.pick(Object.entries(message));
    if (this.#next() < 0.3) return Object.fromEntries(Object.entries(message).filter(([name]) => name !== key));
    if (this.#next() < 0.2) return { ...message, [String(this.pick(oddities))]: this.pick(oddities) };
    const isDeep = typeof value === 'object' && value !== null && Object.keys(value).length > 0 && this.#next() < 0.6;
    return { ...message, [key]: isDeep ? this.#bend(value as Json) : this.pick(oddities) };
  }

  #tear(text: string): string {
    const at = this.#below(text.length);
    const dice = this.#next();
    if (dice < 0.3) return text.slice(0, at);
    if (dice < 0.6) return text.slice(0, at) + this.pick([...characters]) + text.slice(at + 1);
    if (dice < 0.8) return text.slice(0, at) + this.#noise() + text.slice(at);
    return text + text.slice(at);
  }

  #noise(): string {
    return Array.from({ length: this.#below(30) }, () => this.pick([...characters])).join('');
  }
}

/** What JSON-RPC requires for a line, written independently of the server. */
type Due =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'error' }
  | { readonly kind: 'answer'; readonly id: string | number }
  | { readonly kind: 'cancel'; readonly id: unknown };

function dueFor(line: string): Due {
  if (line.trim() === '') return { kind: 'nothing' };
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { kind: 'error' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return { kind: 'error' };
  return dueForObject(value as Json);
}

function dueForObject(message: Json): Due {
  const { jsonrpc, id, method } = message;
  const usable = typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id));
  const echoed = usable || (typeof id === 'number' && Number.isFinite(id) && !Number.isInteger(id));
  const refused: Due = echoed ? { kind: 'answer', id: id as string | number } : { kind: 'error' };
  if (jsonrpc !== '2.0') return refused;
  if (typeof method === 'string') {
    if (id !== undefined) return refused;
    const requestId = (message['params'] as Json | undefined)?.['requestId'];
    return method === 'notifications/cancelled' ? { kind: 'cancel', id: requestId } : { kind: 'nothing' };
  }
  const isAnswer = message['result'] !== undefined || message['error'] !== undefined;
  return 'method' in message || !isAnswer ? refused : { kind: 'nothing' };
}

/** What was sent, against what came back. */
export class Ledger {
  readonly #answers = new Map<string | number, number>();
  readonly #cancelled = new Set<unknown>();
  #errors = 0;

  sent(line: string): void {
    const due = dueFor(line);
    if (due.kind === 'error') this.#errors++;
    else if (due.kind === 'cancel') this.#cancelled.add(due.id);
    else if (due.kind === 'answer') this.#answers.set(due.id, (this.#answers.get(due.id) ?? 0) + 1);
  }

  settle(lines: readonly string[]): void {
    for (const line of lines) this.#take(line);
    assert.equal(this.#errors, 0, 'as many errors without id as lines that have none');
    const open = [...this.#answers].filter(([id, count]) => count !== 0 && !(count > 0 && this.#cancelled.has(id)));
    assert.deepEqual(open, [], 'one answer for each request, unless it was cancelled');
  }

  #take(line: string): void {
    const message = JSON.parse(line) as Json;
    assert.equal(message['jsonrpc'], '2.0', line);
    if (typeof message['method'] === 'string')
      return assert.ok(!('id' in message), `${line} asks, though the client cannot answer`);
    assert.equal('result' in message, !('error' in message), line);
    if (!('id' in message)) this.#errors--;
    else this.#answers.set(message['id'] as string, (this.#answers.get(message['id'] as string) ?? 0) - 1);
  }
}
