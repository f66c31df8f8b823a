import type { JSX } from 'preact';
import { tn } from '../../platform/l10n.ts';

/** What something costs a model, everywhere in the same words: an estimate, and quiet. */
export function Tokens({ count, title, testId }: { count: number; title: string; testId?: string }): JSX.Element {
  return (
    <span class="tokens muted" title={title} data-testid={testId}>
      {tn(count, '≈ {0} token', '≈ {0} tokens')}
    </span>
  );
}
