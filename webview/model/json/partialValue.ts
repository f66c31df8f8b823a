import type { Cut, Place, TrimmedParts } from '../../../src/contract/rpc/trimmed.ts';
import { keysOf, valueAt } from './jsonEdit.ts';

/** How many places are requested at once: a value that is cut in many has a few entries at each. */
const mostPlaces = 200;

/** Requests what is missing until nothing is. */
export async function completed(
  part: PartialValue,
  request: (places: readonly Place[]) => Promise<TrimmedParts>,
): Promise<unknown> {
  for (let places = part.missing(); places.length > 0; places = part.missing()) part.take(await request(places));
  return part.value;
}

/** A truncated value that grows in place: a hundred thousand rows must not be copied for each part that comes. */
export class PartialValue {
  /** Under a name, so that the value itself can be replaced too. */
  readonly #held: { value: unknown };
  readonly #at: string;
  #cuts: Cut[];

  /** The cuts are those of the whole result; the ones below `at` count. */
  constructor(value: unknown, at: string, cuts: readonly Cut[]) {
    this.#held = { value: structuredClone(value) };
    this.#at = at;
    this.#cuts = cuts.filter((cut) => cut.at === at || cut.at.startsWith(`${at}/`));
  }

  get value(): unknown {
    return this.#held.value;
  }

  /** Where to go on; nothing when the value is complete. */
  missing(): Place[] {
    return this.#cuts.slice(0, mostPlaces).map(({ at, shown }) => ({ at, from: shown }));
  }

  /** The response to the places above. */
  take({ values, cuts }: TrimmedParts): void {
    if (values.length === 0) throw new Error('a part without values'); // it would be requested for ever
    const done = this.#cuts.slice(0, values.length);
    for (const [index, cut] of done.entries()) this.#append(`/value${cut.at.slice(this.#at.length)}`, values[index]);
    this.#cuts = [...cuts, ...this.#cuts.slice(values.length)];
  }

  #append(at: string, more: unknown): void {
    const here = valueAt(this.#held, at);
    if (Array.isArray(here)) for (const item of more as unknown[]) here.push(item);
    else if (typeof here !== 'string') Object.assign(here as object, more);
    else {
      const keys = keysOf(at);
      const parent = valueAt(this.#held, at.slice(0, at.lastIndexOf('/'))) as Record<string, unknown>;
      parent[keys.at(-1) ?? ''] = here + String(more);
    }
  }
}
