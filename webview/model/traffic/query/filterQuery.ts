import type { TrafficRow } from '../../../../src/contract/traffic/traffic.ts';
import { quote } from './queryTerms.ts';

/** The query that finds what is about the same tool or method of the same server. */
export function filterQuery(
  about: Pick<TrafficRow, 'server' | 'method' | 'name'> & { readonly kind?: string },
): string {
  const { server, method, name, kind = 'request' } = about;
  const fallback = method === undefined ? `kind:${kind}` : `method:${quote(method)}`;
  return `server:${quote(server)} ${name === undefined ? fallback : `tool:${quote(name)}`}`;
}
