import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { HostVerdict, LintFinding, LintSeverity, LintView } from '../../../src/contract/lint.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t, tn } from '../../platform/l10n.ts';
import { valueIn } from '../../platform/loaded.ts';
import { Button, ProgressRing } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';
import { Section } from '../components/layout/section.tsx';
import type { Presentation } from '../components/presentation.ts';
import { StateLabel } from '../components/stateLabel.tsx';

interface LintProps {
  readonly inspector: Inspector;
  readonly server: string;
}

/** What clients and models stumble over in a server. Computed when it is first shown, and again on request. */
export function LintReport({ inspector, server }: LintProps): JSX.Element {
  useEffect(() => inspector.lint.loadOnce(server), [server]);
  const state = inspector.lint.of(server).value;
  const view = valueIn(state);
  return (
    <>
      {state.kind === 'failed' && <FaultNotice fault={state.fault} />}
      {view && <Score view={view} />}
      {view && <Findings inspector={inspector} server={server} findings={view.findings} />}
      {view && <Clients clients={view.clients} />}
      {state.kind === 'loading' ? (
        <ProgressRing aria-label={t('Loading')} />
      ) : (
        <p>
          <Button onClick={() => void inspector.lint.load(server)} data-testid="lint-again">
            {t('Run Again')}
          </Button>
        </p>
      )}
    </>
  );
}

const maxListed = 5;

function shortList(texts: readonly string[]): string {
  const rest = texts.length > maxListed ? [t('{0} more', texts.length - maxListed)] : [];
  return [...texts.slice(0, maxListed), ...rest].join(t(', '));
}

function Score({ view: { score, lost } }: { view: LintView }): JSX.Element {
  const rules = lost.map(({ rule, points }) => t('{0} (−{1})', rule, points));
  return (
    <p data-testid="lint-score">
      <strong>{t('{0} of 100', score)}</strong>
      {lost.length > 0 && <span class="muted">{` · ${t('Points lost: {0}', shortList(rules))}`}</span>}
    </p>
  );
}

/** In the order in which they are shown. */
const severities: readonly (readonly [LintSeverity, (count: number) => string])[] = [
  ['error', (count) => tn(count, '{0} error', '{0} errors')],
  ['warning', (count) => tn(count, '{0} warning', '{0} warnings')],
  ['info', (count) => tn(count, '{0} hint', '{0} hints')],
];

interface FindingsProps extends LintProps {
  readonly findings: readonly LintFinding[];
}

function Findings({ findings, ...rest }: FindingsProps): JSX.Element {
  const groups = severities.map(
    ([severity, title]) => [severity, title, findings.filter((one) => one.severity === severity)] as const,
  );
  return (
    <>
      {groups
        .filter(([, , found]) => found.length > 0)
        .map(([severity, title, found]) => (
          <Section
            key={severity}
            level={3}
            title={title(found.length)}
            open={severity !== 'info'}
            testId={`lint-${severity}`}
          >
            <ul class="plain">
              {[...Map.groupBy(found, ({ rule, message, remedy }) => `${rule} ${message} ${remedy}`)].map(
                ([key, alike]) => (
                  <Alike key={key} findings={alike} {...rest} />
                ),
              )}
            </ul>
          </Section>
        ))}
    </>
  );
}

const tones = { error: 'bad', warning: 'warn', info: 'quiet' } as const;

/** What one rule says of several things is said once. */
function Alike({ inspector, server, findings }: FindingsProps): JSX.Element | null {
  const [first] = findings;
  if (!first) return null;
  const { severity, rule, message, remedy } = first;
  return (
    <li>
      <StateLabel shown={{ icon: severity, tone: tones[severity], label: message }} />
      <div class="reason muted">
        {remedy} · {rule}
      </div>
      <div class="reason">
        {findings.map(({ subject, path = '' }, at) => (
          <span key={subject + path}>
            {at > 0 && ', '}
            <Subject text={subject + path} open={opener(inspector, server, subject)} />
          </span>
        ))}
      </div>
    </li>
  );
}

function Subject({ text, open }: { text: string; open: (() => void) | undefined }): JSX.Element {
  if (!open) return <span>{text}</span>;
  return (
    <button type="button" class="link" title={t('Open')} onClick={open}>
      {text}
    </button>
  );
}

/** Shows what a finding is about, where the Inspector has it. */
function opener(inspector: Inspector, server: string, subject: string): (() => void) | undefined {
  const [, kind, name = ''] = /^(tools|prompts|resources)\/(.*)$/s.exec(subject) ?? [];
  if (kind === 'prompts') return () => inspector.navigation.choose('prompts', server, name);
  if (kind === 'resources') return () => inspector.navigation.choose('resources', server, name);
  if (kind !== 'tools' || !inspector.allTools.value.some((tool) => tool.name === name)) return undefined;
  return () => {
    inspector.servers.choose({ server, tool: name });
    inspector.navigation.tab.value = 'tools';
  };
}

function verdictPresentation(verdict: HostVerdict['verdict']): Presentation {
  switch (verdict) {
    case 'takes':
      return { icon: 'pass', tone: 'good', label: t('No known problems') };
    case 'loses':
      return { icon: 'warning', tone: 'warn', label: t('Ignores some definitions') };
    case 'refuses':
      return { icon: 'error', tone: 'bad', label: t('Rejects some definitions') };
    default:
      return verdict satisfies never;
  }
}

function sourceText(source: HostVerdict['reasons'][number]['source']): string {
  const texts = {
    documentation: t('its documentation'),
    issue: t('an issue'),
    program: t('its program'),
  };
  return texts[source];
}

function ClientState({ host, shown }: { host: string; shown: Presentation }): JSX.Element {
  return (
    <StateLabel shown={shown}>
      <span>
        <strong>{host}</strong> {shown.label}
      </span>
    </StateLabel>
  );
}

function Clients({ clients }: { clients: readonly HostVerdict[] }): JSX.Element {
  return (
    <Section level={3} title={t('Clients')} open testId="lint-clients">
      <ul class="plain">
        {clients.map(({ host, verdict, reasons }) => (
          <li key={host}>
            <ClientState host={host} shown={verdictPresentation(verdict)} />
            {reasons.map(({ rule, subjects, source, date }) => (
              <div key={rule} class="reason muted">
                {t('{0}: {1} ({2}, {3})', rule, shortList(subjects), sourceText(source), date)}
              </div>
            ))}
          </li>
        ))}
      </ul>
    </Section>
  );
}
