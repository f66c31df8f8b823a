import { method } from './rpc/contract.ts';
import { type Shape, anyRecord, anything, listOf, nothing, object, oneOf, optional, text } from './rpc/shape.ts';

export interface SampleMessage {
  readonly role: string;
  readonly text: string;
}

/** A request of a server to the user. It is pending until it is answered or cancelled by the server. */
export type ClientRequestView = ClientRequestOrigin &
  (
    | { readonly kind: 'form'; readonly message: string; readonly schema: unknown }
    | { readonly kind: 'url'; readonly message: string; readonly url: string; readonly host: string }
    | {
        readonly kind: 'sampling';
        readonly system: string;
        readonly messages: readonly SampleMessage[];
        /** The server's model preferences, and the maximum number of tokens. */
        readonly hints: readonly string[];
        readonly maxTokens?: number;
        /** The request as received. */
        readonly raw: unknown;
      }
  );

export interface ClientRequestOrigin {
  readonly id: string;
  readonly server: string;
  readonly at: number;
  /** The call that it belongs to, where that is known. */
  readonly call?: string;
}

export interface ModelView {
  readonly id: string;
  readonly name: string;
}

const message = object({ role: text, text });

export const clientRequestHostMethods = {
  'clientRequests/list': method(nothing).answers<readonly ClientRequestView[]>(),
  /** For a URL, `accept` opens it first. */
  'clientRequests/answer': method(
    object({ request: text, action: oneOf('accept', 'decline', 'cancel'), content: optional(anyRecord) }),
  ).answers<void>(),
  'clientRequests/answerSampling': method(object({ request: text, text, model: text })).answers<void>(),
  'models/list': method(nothing).answers<readonly ModelView[]>(),
  /** A model's response as a draft, which the user reviews before it is sent to the server. */
  'models/generate': method(object({ request: text, model: text, system: text, messages: listOf(message) })).answers<{
    readonly text: string;
    readonly model: string;
  }>(),
} as const;

export const clientRequestWebviewMethods = {
  'clientRequests/changed': method(anything as Shape<readonly ClientRequestView[]>).answers<void>(),
} as const;
