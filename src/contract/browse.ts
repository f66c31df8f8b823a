import type { FaultShape } from '../base/fault.ts';
import { method } from './rpc/contract.ts';
import type { RootsView } from './roots.ts';
import { type Shape, anyRecord, anything, count, flag, object, oneOf, optional, text } from './rpc/shape.ts';

// ---- what a server offers beside its tools --------------------------------------------

export interface ResourceView {
  readonly uri: string;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
}

export interface TemplateView {
  readonly uriTemplate: string;
  readonly name?: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
}

export interface PromptView {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments?: readonly PromptArgument[];
}

interface PromptArgument {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly required?: boolean;
}

export interface OffersView {
  readonly server: string;
  readonly resources: readonly ResourceView[];
  readonly templates: readonly TemplateView[];
  readonly prompts: readonly PromptView[];
}

/** Something that is not right with a server that runs. */
export interface HealthFinding {
  readonly text: string;
  readonly advice: string;
  /** What its button does. */
  readonly action?: 'signInAgain';
}

/** Everything known about a running server except its lists. */
export interface ServerFacts {
  readonly server: string;
  readonly capabilities: Readonly<Record<string, unknown>>;
  /** The initialize or discover result as received, redacted. */
  readonly raw?: unknown;
  readonly instructions?: string;
  /** Estimated tokens of the instructions. */
  readonly instructionTokens: number;
  /** Entries of its lists that could not be used, as sentences. */
  readonly problems: readonly string[];
  readonly statistics: ServerStatistics;
  /** Empty where all is well. */
  readonly health: readonly HealthFinding[];
  /** The folders that this server may ask for. */
  readonly roots: RootsView;
  /** The minimum log level; unset until one is chosen. */
  readonly logLevel?: string;
  /** The subscribed resources. */
  readonly subscribed: readonly string[];
}

export interface ServerStatistics {
  readonly connects: number;
  readonly reconnects: number;
  readonly calls: number;
  readonly errors: number;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly latencyMs: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly upSince?: number;
}

/** The outcome of a request to a server: an error response is shown, it is not a failed RPC. */
export type Answer<T> =
  | { readonly kind: 'ok'; readonly value: T; readonly durationMs: number }
  | { readonly kind: 'failed'; readonly fault: FaultShape; readonly durationMs: number };

/** One part of a resource, checked: either text or base64. */
export interface ResourcePart {
  readonly uri: string;
  readonly mimeType?: string;
  readonly text?: string;
  readonly blob?: string;
}

export interface PromptAnswer {
  readonly description?: string;
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
}

export interface Completions {
  readonly values: readonly string[];
  readonly hasMore: boolean;
}

// ---- notifications of a server ------------------------------------------------------

export interface ServerEvent {
  readonly seq: number;
  /** Wall time in milliseconds since 1970. */
  readonly at: number;
  readonly method: string;
  /** Of a log message. */
  readonly level?: string;
  readonly logger?: string;
  /** One line for the list, redacted. */
  readonly preview: string;
  /** Redacted; absent if too large to keep. */
  readonly params?: unknown;
}

export interface EventPage {
  readonly events: readonly ServerEvent[];
  readonly nextSeq: number;
  /** How many older ones were dropped. */
  readonly dropped: number;
}

const serverRef = object({ server: text });
const levels = oneOf('debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency');

export const browseHostMethods = {
  'browse/facts': method(serverRef).answers<ServerFacts>(),
  'browse/offers': method(serverRef).answers<OffersView>(),
  'resources/read': method(object({ server: text, uri: text })).answers<Answer<readonly ResourcePart[]>>(),
  'resources/follow': method(object({ server: text, uri: text, on: flag })).answers<Answer<void>>(),
  'prompts/get': method(object({ server: text, prompt: text, args: anyRecord })).answers<Answer<PromptAnswer>>(),
  'browse/complete': method(
    object({
      server: text,
      prompt: optional(text),
      template: optional(text),
      argument: text,
      value: text,
      others: anyRecord,
    }),
  ).answers<Completions>(),
  'browse/logLevel': method(object({ server: text, level: levels })).answers<void>(),
  'events/page': method(object({ server: text, fromSeq: count })).answers<EventPage>(),
  'events/clear': method(serverRef).answers<void>(),
  'file/save': method(object({ name: text, text: optional(text), base64: optional(text) })).answers<boolean>(),
} as const;

export const browseWebviewMethods = {
  'offers/changed': method(serverRef).answers<void>(),
  'events/changed': method(object({ server: text, nextSeq: count })).answers<void>(),
  'resources/updated': method(anything as Shape<{ readonly server: string; readonly uri: string }>).answers<void>(),
} as const;
