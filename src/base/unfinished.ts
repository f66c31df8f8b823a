const unfinished: Promise<unknown>[] = [];

/** Work in the background that a process should not end without. */
export function finishBeforeEnd(work: Promise<unknown>): void {
  unfinished.push(work);
}

export async function allFinished(): Promise<void> {
  await Promise.allSettled(unfinished);
}
