import { isRecord } from '../../../base/json.ts';
import { RecentMap } from '../../../base/recentMap.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';

/** What a request is about, and which logical call it goes on with. */
export interface CallGroup {
  readonly name?: string;
  readonly group?: number;
  /** What its progress is known by. */
  readonly token?: unknown;
}

const remembered = 10_000;
/** Of calls that have ended: a server may still be telling their progress. */
const rememberedEnded = 200;
const nowhere: CallGroup = {};

/**
 * Groups the frames of one connection by logical call: the rounds in which a server asks for
 * input and gets it, the polls of a task, progress, and the request to cancel. Ids are looked up, never parsed.
 */
export class CallGroups {
  readonly #rounds = new RecentMap<number>(remembered);
  readonly #tasks = new RecentMap<number>(remembered);
  readonly #progress = new RecentMap<number>(remembered);
  readonly #endedProgress = new RecentMap<number>(rememberedEnded);

  /** `shown` are the parameters without their secrets: the name that is kept comes from there. */
  request(seq: number, method: string, params: unknown, shown: unknown): CallGroup {
    if (!isRecord(params) || !isRecord(shown)) return nowhere;
    const name = nameIn(method, shown);
    const group = this.#goesOnWith(method, params, name);
    const token = isRecord(params['_meta']) ? params['_meta']['progressToken'] : undefined;
    if (token !== undefined) this.#progress.set(token, group ?? seq);
    return {
      ...(name !== undefined && { name }),
      ...(group !== undefined && { group }),
      ...(token !== undefined && { token }),
    };
  }

  /** `group` of a notification; `requestOf` finds the open request that has an id. */
  notification(method: string, params: unknown, requestOf: (id: unknown) => number | undefined): number | undefined {
    if (!isRecord(params)) return undefined;
    if (method === 'notifications/progress') return this.#progressOf(params['progressToken']);
    return method === 'notifications/cancelled' ? requestOf(params['requestId']) : undefined;
  }

  /** Notes what a later request may go on with. */
  response(call: { readonly seq: number; readonly method: string } & CallGroup, message: WireMessage): void {
    const { result } = message;
    const task = isRecord(result) ? taskIn(result) : undefined;
    if (task === undefined) this.#ended(call.token); // a task goes on telling its progress
    if (!isRecord(result)) return;
    const first = call.group ?? call.seq;
    if (result['resultType'] === 'input_required') {
      this.#rounds.set(roundKey(call.method, call.name, result['requestState']), first);
    }
    if (task !== undefined && !this.#tasks.has(task)) this.#tasks.set(task, first);
  }

  #progressOf(token: unknown): number | undefined {
    return this.#progress.get(token) ?? this.#endedProgress.get(token);
  }

  #ended(token: unknown): void {
    const group = this.#progress.get(token);
    if (group === undefined) return;
    this.#progress.delete(token);
    this.#endedProgress.set(token, group);
  }

  #goesOnWith(method: string, params: Record<string, unknown>, name: string | undefined): number | undefined {
    if (method.startsWith('tasks/')) return this.#tasks.get(params['taskId']);
    if (params['inputResponses'] === undefined && params['requestState'] === undefined) return undefined;
    const key = roundKey(method, name, params['requestState']);
    const first = this.#rounds.get(key);
    this.#rounds.delete(key);
    return first;
  }
}

function roundKey(method: string, name: string | undefined, state: unknown): string {
  return `${method} ${name ?? ''} ${typeof state === 'string' ? state : ''}`;
}

function taskIn(result: Record<string, unknown>): unknown {
  return isRecord(result['task']) ? result['task']['taskId'] : result['taskId'];
}

function nameIn(method: string, params: Record<string, unknown>): string | undefined {
  const value = method === 'tools/call' || method === 'prompts/get' ? params['name'] : params['uri'];
  return typeof value === 'string' ? value : undefined;
}
