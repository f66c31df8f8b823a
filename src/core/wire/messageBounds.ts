/** No MCP message needs more, and recursion to this depth is safe. */
export const maxMessageDepth = 512;

/**
 * Whether a parsed message is nested too deeply for code that serializes, compares or redacts it.
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

/** Foreign text of unknown type: an object may even fail to convert to a string. */
export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
