/** For what changes between turns only, is slow to read, and is asked for many times in one. */
export function oncePerTurn<T>(read: () => T): () => T {
  let kept: { readonly value: T } | undefined;
  return () => {
    if (!kept) setImmediate(() => (kept = undefined));
    kept ??= { value: read() };
    return kept.value;
  };
}
