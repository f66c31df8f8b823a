import type { FaultShape } from '../base/fault.ts';
import { method } from './rpc/contract.ts';
import { anyRecord, flag, object, text } from './rpc/shape.ts';

/** The page of a tool before it is opened: the domains that it requests. */
export interface AppView {
  readonly uri: string;
  readonly domains: readonly string[];
}

export const appHostMethods = {
  'apps/look': method(object({ server: text, tool: text })).answers<AppView | { readonly fault: FaultShape }>(),
  'apps/open': method(object({ server: text, tool: text, args: anyRecord, network: flag })).answers<
    { readonly fault: FaultShape } | undefined
  >(),
} as const;
