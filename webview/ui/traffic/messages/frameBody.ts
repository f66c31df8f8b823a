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
  | { readonly kind: 'json'; readonly value: unknown; readonly cuts: readonly Cut[]; readonly got: TrafficBody }
  | { readonly kind: 'text'; readonly text: string; readonly got: TrafficBody }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

export type JsonBody = Extract<Body, { kind: 'json' }>;

export async function loadBody(traffic: TrafficModel, seq: number): Promise<Body> {
  try {
    const got = await traffic.body(seq);
    if (got.value) return { kind: 'json', ...got.value, got };
    if (got.text === undefined) return { kind: 'gone' };
    const parsed = got.truncated ? undefined : parseJson(got.text); // megabytes without their end are no JSON
    return parsed?.ok ? { kind: 'json', value: parsed.value, cuts: [], got } : { kind: 'text', text: got.text, got };
  } catch (error) {
    return { kind: 'failed', fault: Fault.from(error).toShape() };
  }
}

type Request = (places: readonly { readonly at: string; readonly from: number }[]) => Promise<TrimmedParts>;

const requestParts =
  ({ link }: TrafficModel, { got: { seq } }: JsonBody): Request =>
  (places) =>
    link.request('traffic/parts', { seq, places });

export async function loadMore(traffic: TrafficModel, body: JsonBody, cut: Cut): Promise<JsonBody> {
  const { values, cuts } = await requestParts(traffic, body)([{ at: cut.at, from: cut.shown }]);
  const others = body.cuts.filter((other) => other !== cut);
  return { ...body, value: appendAt(body.value, cut, values[0]), cuts: [...others, ...cuts] };
}

export async function loadWhole(traffic: TrafficModel, body: JsonBody): Promise<JsonBody> {
  const part = new PartialValue(body.value, '', body.cuts);
  return { ...body, value: await completed(part, requestParts(traffic, body)), cuts: [] };
}

/** To copy or to open; indented where that takes no time. */
export async function bodyText({ link }: TrafficModel, body: Body): Promise<string | undefined> {
  if (body.kind === 'text') return body.text;
  if (body.kind !== 'json') return undefined;
  if (body.got.text !== undefined) return JSON.stringify(body.value, undefined, 2);
  return (await link.request('traffic/text', { seq: body.got.seq })).text;
}
