import { cancelledFault, orAborted } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import { isRecord } from '../../../base/json.ts';
import type { Clock } from '../../ports/ports.ts';
import type { InputRound } from '../../servers/model/inputRound.ts';
import type { CallOptions, ManagedServer, ToolResult } from '../../servers/model/server.ts';
import { impatientCall } from '../../servers/oauth/impatientCall.ts';
import type { Tap, TapSource } from '../../wire/tap.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';
import type { ExposedTool } from '../exposure/exposedTools.ts';
import { type CallInputs, runRounds } from './inputRounds.ts';
import { FlowGuard } from './flowGuard.ts';
import type { ToxicFlow } from './flowSessions.ts';
import { RateLimit } from './rateLimit.ts';
import { type Refusal, refusalText } from './refusalText.ts';
import { ResultCache, mayCache } from './resultCache.ts';

type Args = Readonly<Record<string, unknown>>;

/** An agent's call that is put to the user. */
export interface CallQuestion {
  readonly tool: ExposedTool;
  readonly args: Args;
  /** Why the call is asked about, beside the policy of the tool. */
  readonly flow?: ToxicFlow;
}

/** `allowedByAgent`: the user said so through the agent's client, and it holds for that connection only. */
type CallAnswer = 'allowed' | 'allowedForSession' | 'allowedByAgent' | Refusal;

/** The user behind an agent, whom its client can ask by elicitation. */
export interface AgentUser {
  /** The same for all calls of one connection. */
  readonly owner: object;
  /** Resolves with the response as the client sent it. */
  elicit(params: Readonly<Record<string, unknown>>, signal: AbortSignal | undefined): Promise<unknown>;
}

interface AgentCallOptions extends CallOptions {
  /** Without it the SDK's client runs the rounds of a modern server. */
  readonly inputs?: CallInputs;
  readonly user?: AgentUser;
  /** The name of the client; calls with the same name are of one session. */
  readonly agent?: string;
}

export interface CallsParts {
  readonly clock: Clock;
  readonly redactor: Redactor;
  readonly taps: TapSource;
  server(id: string): ManagedServer;
  /** Asks the user; closing the dialog is a denial. */
  approve(question: CallQuestion, signal: AbortSignal | undefined, user?: AgentUser): Promise<CallAnswer>;
  /** An interception rule applies to this tool: its results are neither cached nor served from the cache. */
  isRuled(server: string, tool: string): boolean;
  /** Calls go to another gateway, which asks. */
  readonly isRelay?: boolean;
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
  readonly #approvedByAgent = new WeakMap<object, Set<string>>();
  readonly #flows: FlowGuard;

  constructor(parts: CallsParts) {
    const now = (): number => parts.clock.monotonicMs(); // a wall clock may jump
    this.#parts = parts;
    this.#rates = new RateLimit(now);
    this.#cache = new ResultCache(now);
    const redact = (text: string): string => parts.redactor.text(text);
    this.#flows = new FlowGuard({ now, redact, isRelay: parts.isRelay === true });
  }

  /** A refusal by policy or a failed server is a result that the model can read; only a cancelled call throws. */
  async call(tool: ExposedTool, args: Args, { agent = '', user, ...options }: AgentCallOptions): Promise<ToolResult> {
    try {
      if (options.signal?.aborted) throw cancelledFault(options.signal); // one that waited in a batch
      const flow = this.#flows.leadingTo(agent, tool);
      const mustAsk = flow !== undefined || this.#mustAsk(tool, user);
      const question = { tool, args, ...(flow && { flow }) };
      const ask = (): Promise<ToolResult | undefined> => this.#askUser(question, agent, options.signal, user);
      const no = mustAsk ? (this.#overRate(tool) ?? (await ask())) : undefined;
      if (no) return no;
      const again = this.#mayCache(tool) ? this.#again(tool, args) : undefined;
      const tooMany = mustAsk || again ? undefined : this.#overRate(tool); // one that was asked about is counted already
      if (tooMany) return tooMany;
      this.#flows.record(agent, tool, args);
      return again ?? (await this.#callServer(tool, args, options));
    } catch (error) {
      return this.#explain(error);
    }
  }

  /** A resource takes something into the session, as a tool does. */
  readResource(agent: string, server: string, uri: string): void {
    this.#flows.recordResource(agent, server, uri);
  }

  async #callServer(
    tool: ExposedTool,
    args: Args,
    { inputs, ...options }: Omit<AgentCallOptions, 'agent' | 'user'>,
  ): Promise<ToolResult> {
    const { server: id, definition } = tool;
    const server = this.#parts.server(id);
    const send = (round?: InputRound): Promise<ToolResult> =>
      orSignIn(server, options, (more) => server.callTool(definition.name, args, { ...more, ...(round && { round }) }));
    const result = inputs
      ? await runRounds({ server: id, inputs, send, required: ({ inputRequired }) => inputRequired })
      : await send();
    if (this.#mayCache(tool) && !result.task) this.#cache.keep(tool.server, tool.definition, args, result);
    return result;
  }

  #mayCache({ server, definition, rule }: ExposedTool): boolean {
    return rule.cacheSeconds > 0 && mayCache(definition) && !this.#parts.isRuled(server, definition.name);
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

  #mustAsk(tool: ExposedTool, user: AgentUser | undefined): boolean {
    const { approval } = tool.rule;
    if (approval !== 'once') return approval === 'always';
    const byAgent = user && this.#approvedByAgent.get(user.owner);
    return !this.#approved.has(keyOf(tool)) && byAgent?.has(keyOf(tool)) !== true;
  }

  async #askUser(
    question: CallQuestion,
    agent: string,
    signal: AbortSignal | undefined,
    user: AgentUser | undefined,
  ): Promise<ToolResult | undefined> {
    const { tool, flow } = question;
    // A dialog cannot be closed by code: a click after the cancellation is ignored.
    const answer = await orAborted(this.#parts.approve(question, signal, user), signal);
    switch (answer) {
      case 'allowedByAgent':
        if (tool.rule.approval === 'once' && user) this.#rememberFor(user, tool);
        return undefined;
      case 'allowed':
      case 'allowedForSession':
        if (tool.rule.approval === 'once') this.#approved.add(keyOf(tool));
        if (flow && answer === 'allowedForSession') this.#flows.allow(agent, flow);
        return undefined;
      default:
        return refused(refusalText(tool.name, answer, flow));
    }
  }

  #rememberFor({ owner }: AgentUser, tool: ExposedTool): void {
    const tools = this.#approvedByAgent.get(owner) ?? new Set();
    this.#approvedByAgent.set(owner, tools.add(keyOf(tool)));
  }

  #tapOf(server: string): Tap {
    const tap = this.#taps.get(server) ?? this.#parts.taps.open(server);
    this.#taps.set(server, tap);
    return tap;
  }

  #explain(error: unknown): ToolResult {
    if (!Fault.is(error) || error.code === 'cancelled' || error.code === 'internal') throw error;
    if (isMissingCapability(error)) throw error;
    const text = [error.message, error.hint].filter(Boolean).join('. ');
    return refused(this.#parts.redactor.text(text));
  }
}

/**
 * A call does not wait for a user who has to sign in first: it is told so at once, and is not made again by itself.
 * The sign-in goes on, and the next call finds the server connected.
 */
async function orSignIn(
  server: ManagedServer,
  options: CallOptions,
  call: (options: CallOptions) => Promise<ToolResult>,
): Promise<ToolResult> {
  const asking = new AbortController();
  const opened = (): void => asking.abort();
  // A start is shared by all calls that wait for it; a page for a connected server is the matter of one call.
  const isConnected = server.state.peek().kind === 'connected';
  const listening = isConnected ? undefined : server.onSignInPage(opened);
  const signal = AbortSignal.any([asking.signal, ...(options.signal ? [options.signal] : [])]);
  try {
    const run = (): Promise<ToolResult> => call({ ...options, signal });
    return await orAborted(isConnected ? impatientCall.run({ opened, signal }, run) : run(), asking.signal);
  } catch (error) {
    throw asking.signal.aborted && options.signal?.aborted !== true ? authRequired('pageOpened') : error;
  } finally {
    listening?.dispose();
  }
}

/** The server needs a capability that its client did not declare: the protocol's own error, also for the agent. */
export function isMissingCapability(error: unknown): error is Fault & { readonly data: object } {
  return Fault.is(error) && error.data?.['code'] === -32021;
}

function keyOf({ server, definition }: ExposedTool): string {
  return `${server}\0${definition.name}`;
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
