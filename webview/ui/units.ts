import { t } from '../text.ts';

export function formatMs(ms: number): string {
  if (ms < 1) return t('{0} ms', ms.toFixed(1));
  return ms < 1_000 ? t('{0} ms', Math.round(ms)) : t('{0} s', (ms / 1_000).toFixed(ms < 10_000 ? 1 : 0));
}

/** Nothing for 0: the transport did not tell. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return '';
  if (bytes < 1_024) return t('{0} B', bytes);
  return bytes < 1_048_576 ? t('{0} KB', (bytes / 1_024).toFixed(1)) : t('{0} MB', (bytes / 1_048_576).toFixed(1));
}
