import { parseJson } from '../../../base/json.ts';
import { parseJsonBeginning } from '../../../base/jsonBeginning.ts';
import type { Place, TrimmedParts } from '../../../contract/rpc/trimmed.ts';
import type { TrafficBody } from '../../../contract/traffic/traffic.ts';
import { partAt, trim, trimParts } from '../../../core/calls/trimResult.ts';
import type { TrafficSource } from '../../../core/traffic/trafficSource.ts';

/** A page parses what is shorter in a few milliseconds. */
const largeBody = 300_000;

/** Bodies as a page can take them: a large one is parsed here, and sent in parts. */
export class BodyParts {
  readonly #source: Pick<TrafficSource, 'body'>;
  /** The last one that was opened: its parts are requested next. */
  #last: { readonly seq: number; readonly value: unknown } | undefined;

  constructor(source: Pick<TrafficSource, 'body'>) {
    this.#source = source;
  }

  async open(seq: number): Promise<TrafficBody> {
    const { text, ...rest } = await this.#source.body(seq);
    if (text === undefined) return rest;
    if (text.length <= largeBody) return { ...rest, text };
    const parsed = rest.truncated ? parseJsonBeginning(text) : parseJson(text);
    const value = parsed.ok ? parsed.value : text;
    this.#last = { seq, value };
    return { ...rest, value: trim(value) };
  }

  async parts(seq: number, places: readonly Place[]): Promise<TrimmedParts> {
    if (this.#last?.seq !== seq) await this.open(seq);
    const value = this.#last?.seq === seq ? this.#last.value : undefined;
    return trimParts(places, (at) => partAt(value, at));
  }
}
