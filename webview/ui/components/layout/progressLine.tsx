import type { JSX } from 'preact';
import { t } from '../../../platform/l10n.ts';

/** VS Code's line over what is being worked on; `done` from 0 to 1 where it is known. */
export function ProgressLine({ done, label = t('Progress') }: { done?: number; label?: string }): JSX.Element {
  const percent = done === undefined ? undefined : Math.round(100 * Math.min(1, Math.max(0, done)));
  return (
    <div class="progress-line" role="progressbar" aria-label={label} aria-valuenow={percent}>
      <div style={percent === undefined ? undefined : { '--done': `${percent}%` }} />
    </div>
  );
}
