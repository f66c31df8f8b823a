import type { HttpExchange } from '../../../contract/traffic/traffic.ts';

type Headers = HttpExchange['requestHeaders'];

/** The HTTP exchanges of a connection are mostly equal: stored once, they cost next to nothing. */
export function sameExchange(a: HttpExchange | undefined, b: HttpExchange): boolean {
  if (!a || a.status !== b.status || a.method !== b.method || a.path !== b.path) return false;
  return sameHeaders(a.requestHeaders, b.requestHeaders) && sameHeaders(a.responseHeaders, b.responseHeaders);
}

function sameHeaders(a: Headers, b: Headers): boolean {
  if (!a || !b) return a === b;
  let more = 0;
  for (const name in a) {
    if (a[name] !== b[name]) return false;
    more++;
  }
  for (const _ in b) more--;
  return more === 0;
}
