const firstMs = 1_000;
const capMs = 60_000;
const factor = 2;

/** How long to wait before attempt number `attempt` (from 1): 1 s, doubled each time, at most 60 s, give or take a fifth. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const plain = Math.min(capMs, firstMs * factor ** (attempt - 1));
  return Math.min(capMs, Math.round(plain * (0.8 + random() * 0.4)));
}

/** A mistake of the server must not keep it away for days. */
const longestStayMs = 3_600_000;

/** What `Retry-After` asks for: a number of seconds, or a date. 0 if it asks for nothing. */
export function parseRetryAfterMs(value: string | undefined, now: number): number {
  const text = value?.trim() ?? '';
  const ms = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? 0 : Math.min(longestStayMs, Math.max(0, ms));
}
