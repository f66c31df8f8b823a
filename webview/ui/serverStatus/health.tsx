import type { JSX } from 'preact';
import type { HealthFinding } from '../../../src/contract/browse.ts';
import { t } from '../../platform/l10n.ts';
import { Notice } from '../components/layout/notice.tsx';
import { Section } from '../components/layout/section.tsx';

/** What is not right with a server that runs; nothing where all is well. */
export function Health({ findings }: { findings: readonly HealthFinding[] }): JSX.Element | null {
  if (findings.length === 0) return null;
  return (
    <Section level={2} title={t('Health')} open testId="health">
      {findings.map(({ text, advice }) => (
        <Notice kind="warning" key={text}>
          <div>{text}</div>
          <div class="muted">{advice}</div>
        </Notice>
      ))}
    </Section>
  );
}
