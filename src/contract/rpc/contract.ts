import type { Shape } from './shape.ts';

/** One method of a contract: its parameters (checked at run time on arrival) and its result. */
interface Method<P, R> {
  readonly params: Shape<P>;
  /** Never set: carries the type. */
  readonly result?: R;
}

export type Contract = Readonly<Record<string, Method<unknown, unknown>>>;
export type ParamsOf<M> = M extends Method<infer P, unknown> ? P : never;
export type ResultOf<M> = M extends Method<unknown, infer R> ? R : never;

export function method<P>(params: Shape<P>): { answers<R>(): Method<P, R> } {
  return { answers: () => ({ params }) };
}

/** Every method of a contract: neither side compiles until it handles a new one. */
export type Handlers<C> = {
  readonly [M in keyof C]: (params: ParamsOf<C[M]>, signal: AbortSignal) => ResultOf<C[M]> | Promise<ResultOf<C[M]>>;
};
