import { method } from '../rpc/contract.ts';
import { type Shape, anything, count, flag, nothing, object, oneOf, optional, text } from '../rpc/shape.ts';

/** What a rule does to a call that it fits. */
export type RuleAction =
  /** Paused until a user sends it, unchanged or edited, or drops it. */
  | { readonly kind: 'pause'; readonly on: 'request' | 'response' }
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'fail'; readonly code: number; readonly message: string }
  /** The response that the recording has for the same call; a call that is not in it goes to the server. */
  | { readonly kind: 'answer'; readonly recording: string };

export interface RuleView {
  readonly id: number;
  readonly enabled: boolean;
  /** Absent: every server. */
  readonly server?: string;
  /** Absent: every tool. */
  readonly tool?: string;
  /** Absent: `tools/call`. */
  readonly method?: string;
  readonly action: RuleAction;
  /** How often it has been applied. */
  readonly hits: number;
}

/** A call that waits for a user. */
export interface HeldCall {
  readonly id: number;
  readonly rule: number;
  readonly server: string;
  readonly on: 'request' | 'response';
  readonly method: string;
  readonly name?: string;
  /** Wall time in milliseconds since 1970. */
  readonly since: number;
}

/** A full snapshot every time. Rules are not stored: after a restart there are none. */
export interface RulesSnapshot {
  readonly rules: readonly RuleView[];
  readonly held: readonly HeldCall[];
}

export interface NewRule {
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly method?: string | undefined;
  readonly action: RuleAction;
}

export const rulesHostMethods = {
  'rules/get': method(nothing).answers<RulesSnapshot>(),
  /** The action is checked on arrival; an invalid one fails the request. */
  'rules/add': method(
    object({
      server: optional(text),
      tool: optional(text),
      method: optional(text),
      action: anything as Shape<RuleAction>,
    }),
  ).answers<RuleView>(),
  'rules/enable': method(object({ id: count, enabled: flag })).answers<void>(),
  'rules/remove': method(object({ id: count })).answers<void>(),
  'rules/clear': method(nothing).answers<void>(),
  /** The whole message, as JSON text to edit. */
  'rules/held': method(object({ id: count })).answers<{ readonly text: string }>(),
  /** `text`: the edited message; if absent, it is sent unchanged. Dropping a request leaves its caller waiting. */
  'rules/release': method(object({ id: count, how: oneOf('continue', 'drop'), text: optional(text) })).answers<void>(),
  /** Asks the user for a recording; absent when closed. */
  'rules/pickRecording': method(nothing).answers<{ readonly path?: string }>(),
} as const;

export const rulesWebviewMethods = {
  'rules/changed': method(anything as Shape<RulesSnapshot>).answers<void>(),
} as const;
