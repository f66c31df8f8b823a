import { method } from './rpc/contract.ts';
import { type Shape, anyRecord, anything, listOf, nothing, object, oneOf, optional, text } from './rpc/shape.ts';

export interface SampleMessage {
  readonly role: string;
  readonly text: string;
}

/** Something a server asks of the user. It waits until it is answered or the server stops waiting. */
export type ClientRequestView = ClientRequestOrigin &
  (
    | { readonly kind: 'form'; readonly message: string; readonly schema: unknown }
    | { readonly kind: 'url'; readonly message: string; readonly url: string; readonly host: string }
    | {
        readonly kind: 'sampling';
        readonly system: string;
        readonly messages: readonly SampleMessage[];
        /** Models the server would like, and the longest answer it wants. */
        readonly hints: readonly string[];
        readonly maxTokens?: number;
        /** The request as it came. */
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
  /** `accept` of an address opens it first. */
  'clientRequests/answer': method(
    object({ request: text, action: oneOf('accept', 'decline', 'cancel'), content: optional(anyRecord) }),
  ).answers<void>(),
  'clientRequests/answerSampling': method(object({ request: text, text, model: text })).answers<void>(),
  'models/list': method(nothing).answers<readonly ModelView[]>(),
  /** A model's words as a draft: the user reads them before the server does. */
  'models/generate': method(object({ request: text, model: text, system: text, messages: listOf(message) })).answers<{
    readonly text: string;
    readonly model: string;
  }>(),
} as const;

export const clientRequestWebviewMethods = {
  'clientRequests/changed': method(anything as Shape<readonly ClientRequestView[]>).answers<void>(),
} as const;
