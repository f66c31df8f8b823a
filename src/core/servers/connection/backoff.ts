const firstMs = 1_000;
const capMs = 60_000;
const factor = 2;

/** How long to wait before attempt number `attempt` (from 1): 1 s, doubled each time, at most 60 s, give or take a fifth. */
export function backoffMs(attempt: number, random: () => number = Math.random): number {
  const plain = Math.min(capMs, firstMs * factor ** (attempt - 1));
  return Math.min(capMs, Math.round(plain * (0.8 + random() * 0.4)));
}
