import { isRecord } from '../../base/json.ts';

/** What a value must look like. `problem` describes the first mismatch. */
export interface Shape<T> {
  problem(value: unknown, at: string): string | undefined;
  /** Never set: carries the type. */
  readonly type?: T;
}

type TypeOf<S> = S extends Shape<infer T> ? T : never;

function shape<T>(problem: Shape<T>['problem']): Shape<T> {
  return { problem };
}

function expected(what: string, at: string): string {
  return `${at} must be ${what}`;
}

export const nothing = shape<undefined>((value, at) => (value === undefined ? undefined : expected('absent', at)));

export const text = shape<string>((value, at) => (typeof value === 'string' ? undefined : expected('a string', at)));

export const flag = shape<boolean>((value, at) =>
  typeof value === 'boolean' ? undefined : expected('true or false', at),
);

export const count = shape<number>((value, at) =>
  Number.isSafeInteger(value) && (value as number) >= 0 ? undefined : expected('a whole number from 0', at),
);

export const anyRecord = shape<Record<string, unknown>>((value, at) =>
  isRecord(value) ? undefined : expected('an object', at),
);

export const anything = shape<unknown>(() => undefined);

export function oneOf<const T extends readonly string[]>(...values: T): Shape<T[number]> {
  return shape((value, at) =>
    values.includes(value as string) ? undefined : expected(`one of ${values.join(', ')}`, at),
  );
}

export function listOf<T>(item: Shape<T>): Shape<readonly T[]> {
  return shape((value, at) => {
    if (!Array.isArray(value)) return expected('a list', at);
    for (const [index, entry] of value.entries()) {
      const wrong = item.problem(entry, `${at}[${index}]`);
      if (wrong) return wrong;
    }
    return undefined;
  });
}

interface Optional<T> extends Shape<T | undefined> {
  readonly optional: true;
}

export function optional<T>(inner: Shape<T>): Optional<T> {
  return {
    optional: true,
    problem: (value, at) => (value === undefined ? undefined : inner.problem(value, at)),
  };
}

type Fields = Readonly<Record<string, Shape<unknown>>>;
type RequiredKeys<F> = { [K in keyof F]: F[K] extends Optional<unknown> ? never : K }[keyof F];
type ObjectOf<F> = { readonly [K in RequiredKeys<F>]: TypeOf<F[K]> } & {
  readonly [K in Exclude<keyof F, RequiredKeys<F>>]?: TypeOf<F[K]>;
};

/** Exactly these fields: an undeclared field is an error. */
export function object<const F extends Fields>(fields: F): Shape<ObjectOf<F>> {
  return shape((value, at) => {
    if (!isRecord(value)) return expected('an object', at);
    const stray = Object.keys(value).find((key) => !Object.hasOwn(fields, key));
    if (stray !== undefined) return `${at} has the unknown field "${stray}"`;
    for (const [key, inner] of Object.entries(fields)) {
      const wrong = inner.problem(value[key], `${at}.${key}`);
      if (wrong) return wrong;
    }
    return undefined;
  });
}
