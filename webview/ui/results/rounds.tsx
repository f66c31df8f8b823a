import type { JSX } from 'preact';
import type { RoundView } from '../../../src/contract/calls.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';

/** Requests that the server made during the call, in both protocol eras. */
export function Rounds({ rounds }: { rounds: readonly RoundView[] }): JSX.Element | null {
  if (rounds.length === 0) return null;
  return (
    <ol class="rounds" aria-label={t('Server requests during the call')} data-testid="rounds">
      {rounds.map((round) => (
        <li key={`${round.at} ${round.message}`}>
          <Icon name="comment" />
          <span class="break">
            {kindLabel(round.kind)}
            {round.message !== '' && `: ${round.message}`} <span class="muted">→ {round.answer}</span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function kindLabel(kind: RoundView['kind']): string {
  switch (kind) {
    case 'form':
      return t('Requested input');
    case 'url':
      return t('Requested to open a URL');
    case 'sampling':
      return t('Requested a model response');
    case 'roots':
      return t('Requested the roots');
    default:
      return kind satisfies never;
  }
}
