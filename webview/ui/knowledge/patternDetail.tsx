import type { ComponentChildren, JSX } from 'preact';
import type { PatternView } from '../../../src/contract/knowledge.ts';
import type { Knowledge } from '../../model/knowledge/knowledge.ts';
import { t } from '../../platform/l10n.ts';
import { useActions } from '../components/textActions.ts';
import { Button, ProgressRing } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';
import { PatternCode } from './patternCode.tsx';
import { categoryLabel, severityLabel, sourceLabel } from './severity.ts';
import { IconButton } from '../components/iconButton.tsx';
import { Empty } from '../components/layout/empty.tsx';
import { Head } from '../components/layout/head.tsx';
import { Chip } from '../components/chip.tsx';

export function PatternDetail({ knowledge }: { knowledge: Knowledge }): JSX.Element {
  const state = knowledge.pattern.value;
  return (
    <div class="detail" data-testid="pattern-detail">
      {knowledge.chosen.value !== undefined && (
        <IconButton
          class="back"
          icon="arrow-left"
          label={t('Back to Patterns')}
          onClick={() => knowledge.closePattern()}
        >
          {t('Patterns')}
        </IconButton>
      )}
      {state.kind === 'none' && <Empty icon="shield" text={t('Select a pattern to see its details.')} />}
      {state.kind === 'loading' && <ProgressRing class="centre" aria-label={t('Loading')} />}
      {state.kind === 'failed' && <FaultNotice fault={state.fault} />}
      {state.kind === 'ready' && <Reading pattern={state.value} knowledge={knowledge} />}
    </div>
  );
}

interface ReadingProps {
  readonly pattern: PatternView;
  readonly knowledge: Knowledge;
}

function Reading({ pattern, knowledge }: ReadingProps): JSX.Element {
  return (
    <article class="item" data-testid="pattern" data-pattern={pattern.id}>
      <Head title={pattern.title} />
      <div class="facts">
        <PatternFacts pattern={pattern} />
      </div>
      <CopyButtons pattern={pattern} />
      <Lines pattern={pattern} />
      <List title={t('Signs in code')} items={pattern.tells} />
      {pattern.examples.length > 0 && <PatternCode key={pattern.id} examples={pattern.examples} />}
      <List title={t('Testable invariants')} items={pattern.invariants} />
      <List title={t('Mitigations')} items={pattern.mitigations.map(mitigationText)} />
      <List title={t('Does not apply to')} items={pattern.notFor} />
      <Related pattern={pattern} knowledge={knowledge} />
      <Links pattern={pattern} knowledge={knowledge} />
    </article>
  );
}

/** Only a critical one is loud. */
function PatternFacts({ pattern }: { pattern: PatternView }): JSX.Element {
  const { id, severity, likelihood, category, source, scope } = pattern;
  const facts = [
    t('likelihood {0}', severityLabel(likelihood)),
    categoryLabel(category),
    ...scope,
    sourceLabel(source),
  ];
  return (
    <>
      <code class="muted">{id}</code>
      <Chip {...(severity === 'critical' && { tone: 'bad', icon: 'error' })}>
        {t('severity {0}', severityLabel(severity))}
      </Chip>
      {facts
        .filter((fact) => fact !== '')
        .map((fact) => (
          <Chip key={fact}>{fact}</Chip>
        ))}
    </>
  );
}

function CopyButtons({ pattern }: { pattern: PatternView }): JSX.Element {
  const actions = useActions();
  return (
    <div class="run-line">
      <Button data-testid="copy-pattern" onClick={() => actions.copy(pattern.markdown)}>
        {t('Copy')}
      </Button>
      <Button
        title={t('Copies only the threat, check and fix for an agent')}
        data-testid="copy-brief"
        onClick={() => actions.copy(`${pattern.id}: ${pattern.title}\n${pattern.brief}`)}
      >
        {t('Copy for Agent')}
      </Button>
      <Button onClick={() => actions.open(pattern.markdown, 'markdown')}>{t('Open as Document')}</Button>
    </div>
  );
}

function Lines({ pattern }: { pattern: PatternView }): JSX.Element {
  const lines = [
    [t('Threat'), pattern.threat],
    [t('Check'), pattern.check],
    [t('Fix'), pattern.fix],
  ] as const;
  return (
    <dl class="pattern-lines">
      {lines.map(([term, text]) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

function DetailSection({ title, children }: { title: string; children: ComponentChildren }): JSX.Element {
  return (
    <section class="block pattern-section">
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function List({ title, items }: { title: string; items: readonly string[] }): JSX.Element | null {
  if (items.length === 0) return null;
  return (
    <DetailSection title={title}>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </DetailSection>
  );
}

function mitigationText({ text, effort, effectiveness, tradeoff }: PatternView['mitigations'][number]): string {
  const grades = t('effort {0}, effectiveness {1}', severityLabel(effort), severityLabel(effectiveness));
  return `${text} ${t('({0})', grades)}${tradeoff === '' ? '' : `: ${tradeoff}`}`;
}

function Related({ pattern, knowledge }: ReadingProps): JSX.Element | null {
  if (pattern.related.length === 0) return null;
  return (
    <DetailSection title={t('Related')}>
      <ul>
        {pattern.related.map((card) => (
          <li key={card.id}>
            <button type="button" class="link" onClick={() => void knowledge.choose(card.id)}>
              {card.id}: {card.title}
            </button>
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}

function Links({ pattern, knowledge }: ReadingProps): JSX.Element | null {
  if (pattern.links.length === 0) return null;
  return (
    <DetailSection title={t('Weaknesses and references')}>
      <ul>
        {pattern.links.map(({ label, url }, at) => (
          <li key={label}>
            {url === undefined ? (
              label
            ) : (
              <button type="button" role="link" class="link" title={url} onClick={() => knowledge.openLink(at)}>
                {label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </DetailSection>
  );
}
