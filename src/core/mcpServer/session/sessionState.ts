import { isRecord } from '../../../base/json.ts';

/** Where a legacy connection stands. Requests of the modern era never need it. */
export type SessionState = 'notInitialized' | 'initializing' | 'initialized' | 'shutdown';

interface InitializeParams extends Record<string, unknown> {
  readonly protocolVersion: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly clientInfo: { readonly name: string; readonly version: string };
}

/** Texts of the contract. */
export const notInitializedText = 'Server not initialized. Send initialized notification first.';
export const alreadyInitializedText = 'Already initialized';
export const shuttingDownText = 'Server is shutting down';

/** The strict state machine: NotInitialized → Initializing → Initialized → Shutdown, and nothing else. */
export class SessionStateMachine {
  #state: SessionState = 'notInitialized';
  #client: InitializeParams | undefined;
  #protocolVersion: string | undefined;

  get state(): SessionState {
    return this.#state;
  }

  /** The client's own info and capabilities. */
  get client(): InitializeParams | undefined {
    return this.#client;
  }

  /** The negotiated version, once the response to `initialize` has been sent. */
  get protocolVersion(): string | undefined {
    return this.#protocolVersion;
  }

  begin(client: InitializeParams): void {
    this.#state = 'initializing';
    this.#client = client;
  }

  agreed(protocolVersion: string): void {
    this.#protocolVersion = protocolVersion;
  }

  failed(): void {
    if (this.#state === 'shutdown') return;
    this.#state = 'notInitialized';
    this.#client = undefined;
  }

  /** False where the notification comes out of order. */
  complete(): boolean {
    if (this.#state !== 'initializing') return false;
    this.#state = 'initialized';
    return true;
  }

  shutdown(): void {
    this.#state = 'shutdown';
  }
}

/**
 * Fills in what old and hand-written clients leave out, and refuses what is wrong.
 * `undefined` means invalid. A missing version counts as the first revision.
 */
export function readInitialize(params: unknown): InitializeParams | undefined {
  const given = params ?? {};
  if (!isRecord(given)) return undefined;
  const { protocolVersion = '2024-11-05', capabilities = {}, clientInfo = { name: 'unknown', version: '0' } } = given;
  if (typeof protocolVersion !== 'string' || !isRecord(capabilities) || !isClientInfo(clientInfo)) return undefined;
  return { ...given, protocolVersion, capabilities, clientInfo };
}

function isClientInfo(value: unknown): value is InitializeParams['clientInfo'] {
  return isRecord(value) && typeof value['name'] === 'string' && typeof value['version'] === 'string';
}
