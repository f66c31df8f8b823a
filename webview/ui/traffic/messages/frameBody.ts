import { Fault, type FaultShape } from '../../../../src/base/fault.ts';
import { parseJson } from '../../../../src/base/json.ts';
import type { Cut, TrimmedParts } from '../../../../src/contract/rpc/trimmed.ts';
import type { TrafficBody } from '../../../../src/contract/traffic/traffic.ts';
import { appendAt } from '../../../model/json/jsonEdit.ts';
import { completed, PartialValue } from '../../../model/json/partialValue.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';

export type Body =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | LoadedBody
  | { readonly kind: 'failed'; readonly fault: FaultShape };

export interface LoadedBody {
  readonly kind: 'loaded';
  /** A text if it is no JSON. */
  readonly value: unknown;
  readonly cuts: readonly Cut[];
  readonly got: TrafficBody;
}

export async function loadBody(traffic: TrafficModel, seq: number): Promise<Body> {
  try {
    const got = await traffic.body(seq);
    if (got.value) return { kind: 'loaded', ...got.value, got };
    if (got.text === undefined) return { kind: 'gone' };
    const parsed = parseJson(got.text);
    return { kind: 'loaded', value: parsed.ok ? parsed.value : got.text, cuts: [], got };
  } catch (error) {
    return { kind: 'failed', fault: Fault.from(error).toShape() };
  }
}

type Request = (places: readonly { readonly at: string; readonly from: number }[]) => Promise<TrimmedParts>;

const requestParts =
  ({ link }: TrafficModel, { got: { seq } }: LoadedBody): Request =>
  (places) =>
    link.request('traffic/parts', { seq, places });

export async function loadMore(traffic: TrafficModel, body: LoadedBody, cut: Cut): Promise<LoadedBody> {
  const { values, cuts } = await requestParts(traffic, body)([{ at: cut.at, from: cut.shown }]);
  const others = body.cuts.filter((other) => other !== cut);
  return { ...body, value: appendAt(body.value, cut, values[0]), cuts: [...others, ...cuts] };
}

export async function loadWhole(traffic: TrafficModel, body: LoadedBody): Promise<LoadedBody> {
  const part = new PartialValue(body.value, '', body.cuts);
  return { ...body, value: await completed(part, requestParts(traffic, body)), cuts: [] };
}

/** To copy or to open; indented where that takes no time. */
export async function bodyText({ link }: TrafficModel, body: Body): Promise<string | undefined> {
  if (body.kind !== 'loaded') return undefined;
  if (body.got.text === undefined) return (await link.request('traffic/text', { seq: body.got.seq })).text;
  return typeof body.value === 'string' ? body.value : JSON.stringify(body.value, undefined, 2);
}
