/** No message of MCP needs more; a walk by recursion over it is safe anywhere. */
export const maxMessageDepth = 512;

/**
 * Whether a parsed message is nested deeper than anything that stringifies, compares or redacts it could bear.
 * Without recursion, because that is what it guards.
 */
export function isTooDeep(message: unknown): boolean {
  let level: unknown[] = [message];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxMessageDepth) return true;
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const inner of Array.isArray(value) ? value : Object.values(value))
        if (typeof inner === 'object' && inner !== null) next.push(inner);
    }
    level = next;
  }
  return false;
}

/** Text of the other side, of whatever type it turns out to be: an object may not even be turned into a text. */
export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
