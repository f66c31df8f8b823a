import { t } from './l10n.ts';

export function formatMs(ms: number): string {
  if (ms < 1) return t('{0} ms', ms.toFixed(1));
  if (ms < 1_000) return t('{0} ms', Math.round(ms));
  if (ms < 120_000) return t('{0} s', (ms / 1_000).toFixed(ms < 10_000 ? 1 : 0));
  // A tick of a timeline at 150 s is not one at 3 min.
  return ms < 7_200_000 ? t('{0} min', Number((ms / 60_000).toFixed(1))) : t('{0} h', (ms / 3_600_000).toFixed(1));
}

/** Nothing for 0: the transport did not report a size. */
export function formatBytes(bytes: number): string {
  if (bytes === 0) return '';
  if (bytes < 1_024) return t('{0} B', bytes);
  return bytes < 1_048_576 ? t('{0} KB', (bytes / 1_024).toFixed(1)) : t('{0} MB', (bytes / 1_048_576).toFixed(1));
}

/** Local wall time to the millisecond; built by hand because Intl costs 50 × as much per row. */
export function formatTime(at: number): string {
  const date = new Date(at);
  const pad = (value: number, width: number): string => String(value).padStart(width, '0');
  return `${pad(date.getHours(), 2)}:${pad(date.getMinutes(), 2)}:${pad(date.getSeconds(), 2)}.${pad(date.getMilliseconds(), 3)}`;
}

/** As the times of traffic, to the second; the day only where it is not today. */
export function formatMoment(at: number): string {
  const date = new Date(at);
  const isToday = date.toDateString() === new Date().toDateString();
  const time = formatTime(at).slice(0, -'.000'.length);
  return isToday ? time : `${date.toLocaleDateString(pageLanguage())} ${time}`;
}

/** The user's language in VS Code, which is not always that of the browser. */
function pageLanguage(): string | undefined {
  return document.documentElement.lang || undefined;
}
