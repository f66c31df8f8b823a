import type { JSX } from 'preact';
import type { HealthFinding } from '../../../src/contract/browse.ts';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';
import { Notice } from '../components/layout/notice.tsx';
import { Section } from '../components/layout/section.tsx';

interface HealthProps {
  readonly findings: readonly HealthFinding[];
  readonly onSignIn: () => void;
}

/** What is not right with a server that runs; nothing where all is well. */
export function Health({ findings, onSignIn }: HealthProps): JSX.Element | null {
  if (findings.length === 0) return null;
  return (
    <Section level={2} title={t('Health')} open testId="health">
      {findings.map(({ text, advice, action }) => (
        <Notice kind="warning" key={text}>
          <div>{text}</div>
          <div class="muted">{advice}</div>
          {action === 'signInAgain' && <Button onClick={onSignIn}>{t('Sign In Again')}</Button>}
        </Notice>
      ))}
    </Section>
  );
}
