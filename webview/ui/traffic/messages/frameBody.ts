import { Fault, type FaultShape } from '../../../../src/base/fault.ts';
import { type Parsed, parseJson } from '../../../../src/base/json.ts';
import type { TrafficBody } from '../../../../src/contract/traffic/traffic.ts';
import type { TrafficModel } from '../../../model/traffic/trafficModel.ts';

export type Body =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'ready'; readonly text: string; readonly parsed: Parsed; readonly got: TrafficBody }
  | { readonly kind: 'failed'; readonly fault: FaultShape };

export type ReadyBody = Extract<Body, { kind: 'ready' }>;

export async function loadBody(traffic: TrafficModel, seq: number): Promise<Body> {
  try {
    const got = await traffic.body(seq);
    if (got.text === undefined) return { kind: 'gone' };
    return { kind: 'ready', text: got.text, parsed: parseJson(got.text), got };
  } catch (error) {
    return { kind: 'failed', fault: Fault.from(error).toShape() };
  }
}

export function prettyBody({ text, parsed }: ReadyBody): string {
  return parsed.ok ? JSON.stringify(parsed.value, undefined, 2) : text;
}
