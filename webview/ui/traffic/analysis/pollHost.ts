/** Polls until the returned function is called; `poll` resolves with the delay in milliseconds. A failure ends it. */
export function pollHost(poll: () => Promise<number>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const round = async (): Promise<void> => {
    const waitMs = await poll();
    if (!isOver) timer = setTimeout(() => void round().catch(() => {}), waitMs);
  };
  void round().catch(() => {}); // the host is gone, and the page with it
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
