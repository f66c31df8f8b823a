import { messageOf } from '../../base/fault.ts';
import { isRecord } from '../../base/json.ts';
import { MessageType } from '../document/protocolValues.ts';
import type { Channel, OnEnd } from './channel.ts';
import type { Messages, Notifications, Requests } from './methods.ts';

/** Those of JSON-RPC, and of the language server protocol. */
export const errorCodes = {
  parseError: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  internalError: -32_603,
  notInitialized: -32_002,
  requestFailed: -32_803,
  requestCancelled: -32_800,
} as const;

/** A request that ends with an error: one that the editor gets, or one that it gave. */
export class ResponseError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

type Id = number | string | null;
type Message = Readonly<Record<string, unknown>>;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: Error): void;
}

/** JSON-RPC with an editor: its methods have handlers here, and it can be asked and told. */
export class Connection {
  readonly #channel: Channel;
  readonly #handlers = new Map<string, (params: unknown) => unknown>();
  readonly #watchers = new Map<string, (params: unknown) => void>();
  readonly #waiting = new Map<unknown, Waiting>();
  #lastId = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
  }

  listen(onEnd: OnEnd): void {
    this.#channel.listen((messages) => this.#receive(messages), onEnd);
  }

  onRequest<M extends keyof Requests>(
    method: M,
    handler: (params: Requests[M]['params']) => Requests[M]['result'] | Promise<Requests[M]['result']>,
  ): void {
    this.#handlers.set(method, handler as (params: unknown) => unknown);
  }

  onNotification<M extends keyof Notifications>(method: M, handler: (params: Notifications[M]) => void): void {
    this.#watchers.set(method, handler as (params: unknown) => void);
  }

  notify<M extends keyof Messages>(method: M, params: Messages[M]): void {
    this.#send({ method, params });
  }

  request(method: string, params?: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#send({ id, method, params });
    });
  }

  log(message: string): void {
    this.notify('window/logMessage', { type: MessageType.Error, message });
  }

  /** Of what came at once, a request that is cancelled again is not begun. */
  #receive(messages: readonly unknown[]): void {
    const cancelled = new Set(messages.map(cancelledId));
    for (const message of messages) {
      if (!isRecord(message)) this.#refuse(null, errorCodes.parseError, 'no JSON object');
      else if (typeof message['method'] !== 'string') this.#settle(message);
      else if (!('id' in message)) this.#tell(message['method'], message['params']);
      else if (cancelled.has(message['id']))
        this.#refuse(message['id'] as Id, errorCodes.requestCancelled, 'cancelled');
      else void this.#answer(message['id'] as Id, message['method'], message['params']);
    }
  }

  /** A method that we do not know is one that an editor may tell of anyway. */
  #tell(method: string, params: unknown): void {
    try {
      this.#watchers.get(method)?.(params);
    } catch (error) {
      this.log(`${method}: ${traceOf(error)}`);
    }
  }

  async #answer(id: Id, method: string, params: unknown): Promise<void> {
    const handler = this.#handlers.get(method);
    if (!handler) return this.#refuse(id, errorCodes.methodNotFound, 'method not found');
    try {
      const result = handler(params);
      const value = result instanceof Promise ? await result : result;
      this.#send({ id, result: value ?? null });
    } catch (error) {
      const code = error instanceof ResponseError ? error.code : errorCodes.internalError;
      this.#refuse(id, code, messageOf(error));
    }
  }

  #settle({ id, result, error }: Message): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (isRecord(error)) waiting?.reject(new ResponseError(Number(error['code']), String(error['message'])));
    else waiting?.resolve(result);
  }

  #refuse(id: Id, code: number, message: string): void {
    this.#send({ id, error: { code, message } });
  }

  #send(message: object): void {
    this.#channel.send({ jsonrpc: '2.0', ...message });
  }
}

function cancelledId(message: unknown): unknown {
  if (!isRecord(message) || message['method'] !== '$/cancelRequest') return undefined;
  return isRecord(message['params']) ? message['params']['id'] : undefined;
}

function traceOf(error: unknown): string {
  return (error instanceof Error ? error.stack : undefined) ?? messageOf(error);
}
