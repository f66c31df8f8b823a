import type { JSX } from 'preact';
import type { CallProgress } from '../../../src/contract/calls.ts';
import { formatCount, t } from '../../platform/l10n.ts';
import { Elapsed } from '../components/elapsed.tsx';
import { ProgressLine } from '../components/layout/progressLine.tsx';

/** VS Code's line over the head of a running call. */
export function CallProgressLine({ progress }: { progress: CallProgress | undefined }): JSX.Element {
  const total = progress?.total;
  return (
    <ProgressLine
      label={t('Running')}
      {...(progress && total !== undefined && total > 0 && { done: progress.progress / total })}
    />
  );
}

/** How far it is, where the server says so in figures alone. */
function stepText(progress: CallProgress | undefined): string {
  if (progress?.total === undefined) return t('Waiting for the server');
  return t('{0} of {1}', formatCount(progress.progress), formatCount(progress.total));
}

interface ProgressProps {
  readonly since: number;
  readonly progress: CallProgress | undefined;
  /** The server waits for the user, not the user for the server. */
  readonly isAsked: boolean;
}

/** The clock is hidden from screen readers: read aloud four times a second it is useless. */
export function ProgressText({ since, progress, isAsked }: ProgressProps): JSX.Element {
  return (
    <div class="facts muted">
      <span class="progress-text break" role="status">
        {isAsked ? t('Waiting for your answer') : (progress?.message ?? stepText(progress))}
      </span>
      <span aria-hidden="true">
        <Elapsed since={since} />
      </span>
    </div>
  );
}
