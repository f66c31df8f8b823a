import type { Frame } from 'playwright-core';
import { until } from './until.ts';

export async function filter(traffic: Frame, query: string): Promise<void> {
  await traffic.getByRole('textbox', { name: 'Filter traffic' }).fill(query);
}

/** Sorted and freed of probes as the running log is. */
export async function arrangeRecording(recording: Frame): Promise<void> {
  const rows = recording.locator('[data-seq]');
  const isNewestFirst = async (): Promise<boolean> => {
    const seqs = await rows.evaluateAll((all) => all.map((row) => Number((row as HTMLElement).dataset['seq'])));
    return seqs.length > 3 && seqs[0] === Math.max(...seqs) && seqs.at(-1) === Math.min(...seqs); // times may be the same
  };
  await filter(recording, '');
  await recording.locator('[data-sort=time]').click();
  await until(isNewestFirst, 'the newest first');
  await filter(recording, 'method:server/discover');
  await recording.locator('[role=row]', { hasText: 'probe' }).first().waitFor(); // a recording shows all at first
  await recording.getByTestId('show-probes').click();
  await recording.getByText('No matching frames.').waitFor();
  await filter(recording, '');
}

/** How many rows are rendered. */
export function shown(traffic: Frame): Promise<number> {
  return traffic.locator('[data-testid=traffic-rows] [data-seq]').count();
}
