import { Fault, type FaultShape } from '../../src/base/fault.ts';

/** A value from the host and how far it is. */
export type Loaded<T> =
  | { readonly kind: 'none' }
  | { readonly kind: 'loading'; readonly before?: T }
  | { readonly kind: 'ready'; readonly value: T }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

/** What to show: while a new value is loading, the old one stays. */
export function valueIn<T>(state: Loaded<T>): T | undefined {
  if (state.kind === 'ready') return state.value;
  return state.kind === 'loading' ? state.before : undefined;
}

/** Never rejects: a failure is a state that is shown. */
export async function load<T>(request: Promise<T>): Promise<Loaded<T>> {
  try {
    return { kind: 'ready', value: await request };
  } catch (error) {
    return { kind: 'failed', fault: Fault.from(error).toShape() };
  }
}
