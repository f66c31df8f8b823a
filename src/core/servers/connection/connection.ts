/**
 * One live connection to one server: the SDK's client over a tapped transport. It is made by
 * `connect` in connect.ts, which finds the era; users of other rooms use `createManagedServer`.
 */
import { protocolBroken, serverExited } from '../../../base/faults/serverFaults.ts';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type Client,
  InsufficientScopeError,
  LOG_LEVEL_META_KEY,
  PROTOCOL_VERSION_META_KEY,
  type RequestOptions,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import { type Deferred, cancelledFault, deferred, withTimeout } from '../../../base/async.ts';
import type { Event } from '../../../base/event.ts';
import type { Fault } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import { isPlainToolResult } from '../../fastPath/serving/plainToolResult.ts';
import type { WireMessage } from '../../wire/wireMessage.ts';
import { Deadline, type PauseSwitch } from './deadline.ts';
import { isSessionLost } from './sessionLoss.ts';
import type { ServerLimits, TransportKind } from '../model/launch.ts';
import type { AuthSession } from '../oauth/authSession.ts';
import { readInputRequired, roundParams } from '../model/inputRound.ts';
import type { CallOptions, ServerInfo, ToolResult } from '../model/server.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { knowsTasks } from '../../wire/tasksExtension.ts';
import type { Channel } from '../transports/channel.ts';
import { RpcError } from '../transports/rawRequests.ts';
import type { TappedTransport } from '../transports/tappedTransport.ts';

interface ConnectionParts {
  readonly client: Client;
  readonly tapped: TappedTransport;
  readonly channel: Channel;
  readonly info: ServerInfo;
  readonly limits: ServerLimits;
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** Deadlines of running calls: held while a user is asked. */
  readonly deadlines: Set<Deadline>;
  readonly session: AuthSession | undefined;
  readonly pause: PauseSwitch;
}

/** Larger than any limit of ours: the deadlines are our own. */
export const noTimeoutMs = 2_147_483_647;
const endSessionMs = 1_000;
const anything: StandardSchemaV1 = {
  '~standard': { version: 1, vendor: 'switchboard', validate: (value) => ({ value }) },
};

export class Connection {
  readonly #parts: ConnectionParts;
  readonly #closed = deferred<void>();
  #logLevel: string | undefined;
  readonly #ended = new AbortController();
  #isClosed = false;
  #drained: Deferred<void> | undefined;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    const onclose = (): void => {
      this.#isClosed = true;
      this.#ended.abort(serverExited('closed'));
      this.#closed.resolve();
    };
    Object.assign(parts.client, { onclose });
  }

  get info(): ServerInfo {
    return this.#parts.info;
  }

  get kind(): TransportKind {
    return this.#parts.channel.kind;
  }

  get channel(): Channel {
    return this.#parts.channel;
  }

  get client(): Client {
    return this.#parts.client;
  }

  get tapped(): TappedTransport {
    return this.#parts.tapped;
  }

  get modern(): boolean {
    return this.#parts.info.era === 'modern';
  }

  /** Aborted when the connection is gone. */
  get signal(): AbortSignal {
    return this.#ended.signal;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Resolves when the connection is gone, for whatever reason; never rejects. */
  get closed(): Promise<void> {
    return this.#closed.promise;
  }

  /** Time since the last message of the server. */
  quietForMs(): number {
    return performance.now() - this.#parts.tapped.lastInbound;
  }

  get onNotification(): Event<WireMessage> {
    return this.#parts.tapped.onNotification;
  }

  /** Modern servers log only for requests that say from which level on. */
  set logLevel(level: string | undefined) {
    this.#logLevel = level;
  }

  async callTool(
    name: string,
    args: Readonly<Record<string, unknown>>,
    options: CallOptions = {},
    definition?: ToolDefinition,
  ): Promise<ToolResult> {
    const params = { name, arguments: args as Record<string, unknown>, ...roundParams(options.round) };
    if (this.#declaresTasks(options)) return readAnyResult(await this.request('tools/call', params, options));
    const result = await this.#watched(`The call of ${name}`, params, options, (sent, wire) => {
      if (this.channel.pipe || (!this.modern && this.channel.exchanges)) return this.#callDirectly(sent, wire);
      if (!this.modern) return this.client.request({ method: 'tools/call', params: sent }, anything, wire);
      // Only modern HTTP mirrors parameters into headers; the definition saves the SDK a look into its own cache.
      return this.client.callTool(sent as never, {
        ...wire,
        ...(definition && { toolDefinition: definition as never }),
      });
    });
    const inputRequired = options.round && readInputRequired(result);
    return inputRequired ? { content: [], isError: false, inputRequired } : readToolResult(result);
  }

  /** Past the SDK's codecs, which cost as much as all else of a short call; what is no plain result is theirs to read. */
  async #callDirectly(params: Record<string, unknown>, wire: RequestOptions): Promise<unknown> {
    const { raw } = this.tapped;
    if (!this.modern) return raw.request('tools/call', params, wire.signal!, false);
    const result = await raw.request('tools/call', this.#enveloped(params), wire.signal!, false);
    if (isPlain(result)) return result;
    return this.tapped.answered(result, () => this.client.request({ method: 'tools/call', params }, anything, wire));
  }

  /** For the methods that may require input (`prompts/get`, `resources/read`): the SDK runs the rounds, or the caller. */
  ask(
    method: 'prompts/get' | 'resources/read',
    params: Record<string, unknown>,
    options: CallOptions = {},
  ): Promise<unknown> {
    return this.#watched(method, { ...params, ...roundParams(options.round) }, options, (sent, wire) =>
      this.client.request({ method, params: sent }, anything, wire),
    );
  }

  /** Any request, unchanged: the result is returned as received, with unknown fields. */
  request(method: string, params: unknown, options: CallOptions = {}): Promise<unknown> {
    const streamed = this.modern && this.#parts.tapped.hasPerRequestStream === true;
    return this.#watched(method, isRecord(params) ? params : undefined, options, (sent, wire) => {
      const whole = this.modern ? this.#enveloped(sent) : sent;
      const empty = params === undefined && Object.keys(whole).length === 0;
      return this.tapped.raw.request(method, empty ? undefined : whole, wire.signal!, streamed);
    });
  }

  /** Sends a message as typed, valid or not. Returns the whole response, or `undefined` if there is none. */
  exchange(typed: string, options: CallOptions = {}): Promise<unknown> {
    const streamed = this.modern && this.#parts.tapped.hasPerRequestStream === true;
    return this.#watched('The message', undefined, options, (_, wire) =>
      this.tapped.raw.exchange(typed, wire.signal!, streamed),
    );
  }

  async notify(method: string, params?: Record<string, unknown>): Promise<void> {
    await this.client.notification({ method, ...(params && { params }) });
  }

  /** The call needs more rights than were granted. True if it is worth another try. */
  async wasGrantedMore(error: unknown): Promise<boolean> {
    const { session } = this.#parts;
    if (!session || !InsufficientScopeError.isInstance(error)) return false;
    await session.stepUp(error);
    return true;
  }

  /** Why a call was refused, if it is about the token of a sign-in. */
  explainRefusal(error: unknown): Fault | undefined {
    return this.#parts.session?.explainRefusal(error);
  }

  /** Alive if anything at all comes back: a server need not know `ping`. */
  async ping(timeoutMs: number): Promise<void> {
    try {
      await this.request(this.modern ? 'server/discover' : 'ping', undefined, { timeoutMs });
    } catch (error) {
      if (!(error instanceof RpcError) || isSessionLost(error, this.tapped.sessionId)) throw error;
    }
  }

  /** Requests that run have this time to end; those that are left are cancelled with a reason. */
  async drain(graceMs: number, reason: Fault): Promise<void> {
    const { deadlines } = this.#parts;
    if (deadlines.size === 0) return;
    this.#drained = deferred();
    await withTimeout(this.#drained.promise, graceMs, 'Running calls').catch(() => {});
    for (const deadline of deadlines) deadline.cancel(reason);
  }

  async close(): Promise<void> {
    await this.#endSession();
    await this.client.close();
    await this.tapped.close(); // the SDK lets go of a transport that was stopped, and its process may still be leaving
    await this.closed;
  }

  /** A legacy HTTP session is deleted; a server that is gone or slow must not delay the stop. */
  async #endSession(): Promise<void> {
    const { transport } = this.#parts.channel;
    if (!('terminateSession' in transport) || transport.sessionId === undefined) return;
    const end = (transport.terminateSession as () => Promise<void>).call(transport);
    await withTimeout(end, endSessionMs, 'Ending the session').catch(() => {});
  }

  async #watched<T>(
    what: string,
    params: Readonly<Record<string, unknown>> | undefined,
    options: CallOptions,
    run: (params: Record<string, unknown>, wire: RequestOptions) => Promise<T>,
  ): Promise<T> {
    const { limits, deadlines, pause } = this.#parts;
    const quietMs = options.timeoutMs ?? limits.callTimeoutMs;
    const totalMs = Math.max(quietMs, limits.callCapMs);
    const deadline = new Deadline({ quietMs, totalMs, what, signal: options.signal, since: options.since, pause });
    // Requested where it can be expected; a plain list or a raw request is sent unchanged.
    const wanted = options.onProgress !== undefined || params?.['name'] !== undefined;
    const progress = wanted ? this.#watchProgress(deadline, options) : undefined;
    deadlines.add(deadline);
    try {
      const meta = { ...this.#meta(params, options), ...(progress && { progressToken: progress.token }) };
      const sent = { ...params, ...(Object.keys(meta).length > 0 && { _meta: meta }) };
      const allowInputRequired = options.round !== undefined;
      return await run(sent, { signal: deadline.signal, timeout: noTimeoutMs, allowInputRequired });
    } catch (error) {
      throw deadline.signal.aborted ? cancelledFault(deadline.signal) : error; // the SDK wraps the reason in its own error
    } finally {
      if (deadline.heldMs > 0) options.onAsked?.(deadline.heldMs);
      deadlines.delete(deadline);
      progress?.stop();
      deadline.dispose();
      if (deadlines.size === 0) this.#drained?.resolve();
    }
  }

  #watchProgress(deadline: Deadline, options: CallOptions): { readonly token: number; stop(): void } {
    return this.tapped.watchProgress((step) => {
      deadline.touch();
      options.onProgress?.(step);
    });
  }

  #meta(params: Readonly<Record<string, unknown>> | undefined, options: CallOptions): Record<string, unknown> {
    const own = isRecord(params?.['_meta']) ? params['_meta'] : {};
    const level = this.modern && this.#logLevel !== undefined ? { [LOG_LEVEL_META_KEY]: this.#logLevel } : {};
    const { round } = options;
    const capabilities = this.#declaresTasks(options) ? round?.withTasks : this.modern && round?.capabilities;
    return { ...level, ...own, ...options.meta, ...(capabilities && { [CLIENT_CAPABILITIES_META_KEY]: capabilities }) };
  }

  /** The SDK's client knows no result that is a task: such a call is a plain request. */
  #declaresTasks({ round }: CallOptions): boolean {
    return this.modern && round?.withTasks !== undefined && knowsTasks(this.info.capabilities);
  }

  #enveloped(params: Record<string, unknown>): Record<string, unknown> {
    const { info, clientInfo, capabilities } = this.#parts;
    const envelope = {
      [PROTOCOL_VERSION_META_KEY]: info.protocolVersion,
      [CLIENT_INFO_META_KEY]: clientInfo,
      [CLIENT_CAPABILITIES_META_KEY]: capabilities,
    };
    return { ...params, _meta: { ...envelope, ...(params['_meta'] as object | undefined) } };
  }
}

/** Of a modern server. */
function isPlain(result: unknown): boolean {
  if (!isRecord(result)) return false;
  const { resultType, ...rest } = result;
  return resultType === 'complete' && isPlainToolResult(rest);
}

function readAnyResult(result: unknown): ToolResult {
  const inputRequired = readInputRequired(result);
  if (inputRequired) return { content: [], isError: false, inputRequired };
  const isTask = isRecord(result) && result['resultType'] === 'task';
  return isTask ? { content: [], isError: false, task: result } : readToolResult(result);
}

function readToolResult(result: unknown): ToolResult {
  if (!isRecord(result)) throw protocolBroken('notObject', 'tools/call');
  const { content, structuredContent, isError, _meta } = result;
  return {
    content: Array.isArray(content) ? content : oldContent(result),
    ...(structuredContent !== undefined && { structuredContent }),
    isError: isError === true,
    ...(isRecord(_meta) && { _meta }),
  };
}

/** Revision 2024-10-07 answered with `toolResult`. */
function oldContent(result: Readonly<Record<string, unknown>>): readonly unknown[] {
  if (!('toolResult' in result)) return [];
  const { toolResult } = result;
  return [{ type: 'text', text: typeof toolResult === 'string' ? toolResult : JSON.stringify(toolResult) }];
}
