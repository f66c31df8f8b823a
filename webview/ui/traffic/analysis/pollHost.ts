/** Asks again and again, until the answer is called; `ask` says after how many milliseconds. A failure ends it. */
export function pollHost(poll: () => Promise<number>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const round = async (): Promise<void> => {
    const waitMs = await poll();
    if (!isOver) timer = setTimeout(() => void round().catch(() => {}), waitMs);
  };
  void round().catch(() => {}); // the host has gone, and the page with it
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
