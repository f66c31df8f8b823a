import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { CallProgress } from '../../../src/contract/calls.ts';
import type { Call } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import { Button, ProgressRing } from '../components/kit.ts';

const tickMs = 500;

export function Progress({ call, progress }: { call: Call; progress: CallProgress | undefined }): JSX.Element {
  return (
    <div class="progress">
      {progress?.total === undefined ? <ProgressRing aria-label={t('Running')} /> : <Bar progress={progress} />}
      <span class="progress-text" role="status">
        {progress?.message ?? ''}
      </span>
      <ElapsedSeconds since={call.startedAt} />
      <Button data-testid="cancel" onClick={() => call.cancel()}>
        {t('Cancel')}
      </Button>
    </div>
  );
}

function Bar({ progress: { progress, total = 1 } }: { progress: CallProgress }): JSX.Element {
  return <progress class="bar" aria-label={t('Progress')} max={total} value={progress} />;
}

/** Hidden from screen readers: a clock that is read aloud twice a second is useless. */
function ElapsedSeconds({ since }: { since: number }): JSX.Element {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => (now.value = Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return (
    <span class="muted" aria-hidden="true">
      {t('{0} s', Math.max(0, Math.round((now.value - since) / 1_000)))}
    </span>
  );
}
