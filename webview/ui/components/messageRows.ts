/** How many rows a field for a message has: all of it, within what leaves room for the rest. */
export function messageRows(text: string): number {
  return Math.min(24, Math.max(8, text.split('\n').length + 1));
}
