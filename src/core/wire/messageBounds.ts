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

/** About how many bytes a value is as JSON, counted no further than just beyond the limit. Bounded in depth before. */
export function weigh(value: unknown, limit: number): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 5;
  let bytes = 2;
  for (const key in value) {
    if (bytes > limit) return bytes;
    bytes += key.length + 4 + weigh((value as Record<string, unknown>)[key], limit - bytes);
  }
  return bytes;
}

/** A string shorter than this is passed over faster byte by byte than by a search. */
const shortString = 16;

/** How many values a JSON text has, texts understood, counted no further than just beyond the limit. */
export function countValues(text: string, limit: number): number {
  let count = 1;
  for (let at = 0; at < text.length && count <= limit; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x2c || code === 0x5b || code === 0x7b) count++;
  }
  return count;
}

/** The place of the quote that ends the string, or the end of an unended one. */
export function endOfString(text: string, from: number): number {
  const near = Math.min(text.length, from + shortString);
  let at = from + 1;
  for (; at < near; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return at;
    if (code === 0x5c) at++;
  }
  for (let quote = text.indexOf('"', at); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (quote - 1 - slashes >= at && text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return quote;
  }
  return text.length;
}

/** Text of the other side, of whatever type it turns out to be: an object may not even be turned into a text. */
export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' ? value : otherwise;
}
