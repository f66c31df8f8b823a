import { cancelledFault, orAborted } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import type { Clock } from '../../ports/ports.ts';
import type { CallOptions, ManagedServer, ToolResult } from '../../servers/model/server.ts';
import type { Tap, TapSource } from '../../wire/tap.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';
import type { ExposedTool } from '../exposure/exposedTools.ts';
import { RateLimit } from './rateLimit.ts';
import { ResultCache, mayCache } from './resultCache.ts';

type Args = Readonly<Record<string, unknown>>;

/** An agent's call that is put to the user. */
interface CallQuestion {
  readonly tool: ExposedTool;
  readonly args: Args;
}

/** `tooLong`: it could not be shown whole, so the user was not asked. */
type CallAnswer = 'allowed' | 'denied' | 'tooLong';

export interface CallsParts {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly taps: TapSource;
  server(id: string): ManagedServer;
  /** Asks the user; closing the dialog is a denial. */
  approve(question: CallQuestion, signal: AbortSignal | undefined): Promise<CallAnswer>;
  /** An interception rule applies to this tool: its results are neither cached nor served from the cache. */
  isRuled(server: string, tool: string): boolean;
}

/** In the `_meta` of a result that did not come from the server this time. */
export const cachedMetaKey = 'mcp-switchboard/cached';

/** Runs agents' calls by the policy of each tool, over the server's one connection. */
export class GatewayCalls {
  readonly #parts: CallsParts;
  readonly #rates: RateLimit;
  readonly #cache: ResultCache;
  readonly #taps = new Map<string, Tap>();
  readonly #approved = new Set<string>();

  constructor(parts: CallsParts) {
    const now = (): number => parts.clock.monotonicMs(); // a wall clock may jump
    this.#parts = parts;
    this.#rates = new RateLimit(now);
    this.#cache = new ResultCache(now);
  }

  /** A refusal by policy or a failed server is a result that the model can read; only a cancelled call throws. */
  async call(tool: ExposedTool, args: Args, options: CallOptions): Promise<ToolResult> {
    try {
      if (options.signal?.aborted) throw cancelledFault(options.signal); // one that waited in a batch
      const mustAsk = this.#mustAsk(tool);
      const no = mustAsk ? (this.#overRate(tool) ?? (await this.#askUser(tool, args, options.signal))) : undefined;
      if (no) return no;
      const cacheable = tool.rule.cacheSeconds > 0 && mayCache(tool.definition) && !this.#isRuled(tool);
      const again = cacheable ? this.#again(tool, args) : undefined;
      if (again) return again;
      const tooMany = mustAsk ? undefined : this.#overRate(tool); // one that was asked about is counted already
      if (tooMany) return tooMany;
      const result = await this.#parts.server(tool.server).callTool(tool.definition.name, args, options);
      if (cacheable && !this.#isRuled(tool)) this.#cache.keep(tool.server, tool.definition, args, result);
      return result;
    } catch (error) {
      return this.#explain(error);
    }
  }

  #again({ server, definition, rule }: ExposedTool, args: Args): ToolResult | undefined {
    const hit = this.#cache.find(server, definition, args, rule.cacheSeconds);
    if (!hit) return undefined;
    const ageSeconds = Math.round(hit.ageMs / 1000);
    this.#tapOf(server).state(`tools/call ${definition.name}: answered from the cache, ${ageSeconds} s old`);
    return { ...hit.result, _meta: { ...hit.result._meta, [cachedMetaKey]: { ageSeconds } } };
  }

  #overRate(tool: ExposedTool): ToolResult | undefined {
    const { perMinute } = tool.rule;
    const waitSeconds = this.#rates.take(keyOf(tool), perMinute);
    return waitSeconds > 0 ? refused(rateText(tool, perMinute, waitSeconds)) : undefined;
  }

  #mustAsk(tool: ExposedTool): boolean {
    const { approval } = tool.rule;
    return approval === 'always' || (approval === 'once' && !this.#approved.has(keyOf(tool)));
  }

  async #askUser(tool: ExposedTool, args: Args, signal: AbortSignal | undefined): Promise<ToolResult | undefined> {
    // A dialog cannot be closed by code: a click after the cancellation is ignored.
    const answer = await orAborted(this.#parts.approve({ tool, args }, signal), signal);
    if (answer !== 'allowed') return refused(refusalText(tool, answer));
    if (tool.rule.approval === 'once') this.#approved.add(keyOf(tool));
    return undefined;
  }

  #isRuled({ server, definition }: ExposedTool): boolean {
    return this.#parts.isRuled(server, definition.name);
  }

  #tapOf(server: string): Tap {
    const tap = this.#taps.get(server) ?? this.#parts.taps.open(server);
    this.#taps.set(server, tap);
    return tap;
  }

  #explain(error: unknown): ToolResult {
    if (!Fault.is(error) || error.code === 'cancelled' || error.code === 'internal') throw error;
    const text = [error.message, error.hint].filter(Boolean).join('. ');
    return refused(this.#parts.redactor.text(text));
  }
}

function keyOf({ server, definition }: ExposedTool): string {
  return `${server}\0${definition.name}`;
}

function refusalText({ name }: ExposedTool, answer: Exclude<CallAnswer, 'allowed'>): string {
  if (answer === 'denied') return `The user denied ${name}.`;
  return `The user must approve ${name}, and the arguments are too long to be shown whole: the call was not made. Send less in one call.`;
}

function rateText({ name }: ExposedTool, perMinute: number | undefined, waitSeconds: number): string {
  return `${name} may be called ${perMinute} times a minute. Try again in ${waitSeconds} s.`;
}

export function refused(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** The part of an agent's `_meta` that is for the server: the rest belongs to this connection. */
export function passedMeta(meta: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(meta)) return {};
  const mine = (key: string): boolean =>
    key === 'progressToken' || key.startsWith('io.modelcontextprotocol/') || key.startsWith('mcp-switchboard/');
  return Object.fromEntries(Object.entries(meta).filter(([key]) => !mine(key)));
}
