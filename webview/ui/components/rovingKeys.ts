/** One tab stop for a row of choices: arrows, Home and End go from one to the next. Undefined for other keys. */
function movedTo(key: string, at: number, count: number): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return by === 0 ? undefined : (at + by + count) % count;
}

/** A key handler that chooses the next one and takes the focus there. */
export function rovingKeys(
  ids: readonly string[],
  current: string,
  choose: (id: string) => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    const to = ids[movedTo(event.key, ids.indexOf(current), ids.length) ?? -1];
    if (to === undefined) return;
    event.preventDefault();
    choose(to);
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-id="${to}"]`)?.focus();
  };
}
