/** A flag of a verb: how it is read, and what help, completion and docs say about it. */
export interface Flag {
  readonly type: 'switch' | 'text' | 'integer' | 'choice';
  /** The placeholder for the value in help, such as `FILE`. */
  readonly value?: string;
  /** It can be repeated. */
  readonly many?: true;
  /** What a `choice` may be. */
  readonly values?: readonly string[];
  readonly range?: { readonly min: number; readonly max: number };
  readonly default?: string | number;
  /** The behaviour without it, where that is not a default value. */
  readonly otherwise?: string;
  readonly meaning: string;
}

export type FlagTable = Readonly<Record<string, Flag>>;

type Given<F extends Flag> = F extends { type: 'integer' }
  ? number
  : F extends { values: readonly (infer V)[] }
    ? V
    : string;

type ValueOf<F extends Flag> = F extends { type: 'switch' }
  ? boolean
  : F extends { many: true }
    ? readonly Given<F>[] | undefined
    : F extends { default: string | number }
      ? Given<F>
      : Given<F> | undefined;

export type FlagValues<F extends FlagTable> = { readonly [K in keyof F]: ValueOf<F[K]> };

/** Every verb has it. */
const helpFlag = { type: 'switch', meaning: 'show this help' } as const satisfies Flag;

export function withHelp(flags: FlagTable): readonly (readonly [string, Flag])[] {
  return [...Object.entries(flags), ['help', helpFlag]];
}
