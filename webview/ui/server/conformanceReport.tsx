import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ConformanceChange, ConformanceScenario, ConformanceView } from '../../../src/contract/conformance.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { groupScenarios } from '../../model/servers/conformance.ts';
import { t, tn } from '../../platform/l10n.ts';
import { valueIn } from '../../platform/loaded.ts';
import { Button, ProgressRing } from '../components/kit.ts';
import { Facts } from '../components/layout/facts.tsx';
import { FaultNotice } from '../components/layout/notice.tsx';
import { Section } from '../components/layout/section.tsx';
import type { Presentation } from '../components/presentation.ts';
import { StateLabel } from '../components/stateLabel.tsx';

interface ReportProps {
  readonly inspector: Inspector;
  readonly server: string;
}

/** The official suite against this server: each scenario with what was expected, what came, and its frames. */
export function ConformanceReport({ inspector, server }: ReportProps): JSX.Element {
  const { conformance } = inspector;
  useEffect(() => conformance.views.ensureLoaded(server), [server]);
  const view = valueIn(conformance.views.of(server).value);
  const failure = conformance.failures.of(server);
  return (
    <>
      {failure && <FaultNotice fault={failure} />}
      {view?.run && <Results inspector={inspector} server={server} view={view} />}
      <p class="run-line">
        {view?.isRunning === true ? (
          <ProgressRing aria-label={t('Running')} />
        ) : (
          <Button onClick={() => void conformance.run(server)} data-testid="run-conformance">
            {view?.run ? t('Run Again') : t('Run Conformance Suite…')}
          </Button>
        )}
      </p>
    </>
  );
}

function Results({ view: { run, changes }, ...rest }: ReportProps & { readonly view: ConformanceView }): JSX.Element {
  const scenarios = run?.scenarios ?? [];
  const scored = scenarios.filter(({ isScored }) => isScored);
  const passed = scored.filter((one) => one.passed).length;
  const groups = groupScenarios(scenarios);
  return (
    <>
      <p data-testid="conformance-score">
        <strong>{t('{0} of {1} required scenarios pass', passed, scored.length)}</strong>
        <span class="muted">{` · ${run?.version ?? ''} · ${t('Suite {0}', run?.suite ?? '')}`}</span>
      </p>
      {changes && <Changes changes={changes} />}
      <Group {...rest} title={(n) => tn(n, '{0} failed', '{0} failed')} all={groups.failed} isOpen id="failed" />
      <Group
        {...rest}
        title={(n) => tn(n, '{0} failed, not required', '{0} failed, not required')}
        all={groups.unscored}
        id="unscored"
      />
      <Group {...rest} title={(n) => tn(n, '{0} passed', '{0} passed')} all={groups.passed} id="passed" />
    </>
  );
}

function changePresentation(change: ConformanceChange['change']): Presentation {
  switch (change) {
    case 'fixed':
      return { icon: 'pass', tone: 'good', label: t('Passes now') };
    case 'broken':
      return { icon: 'error', tone: 'bad', label: t('Fails now') };
    case 'new':
      return { icon: 'info', tone: 'quiet', label: t('New') };
    case 'gone':
      return { icon: 'info', tone: 'quiet', label: t('No longer run') };
    default:
      return change satisfies never;
  }
}

/** Since the run before. */
function Changes({ changes }: { changes: readonly ConformanceChange[] }): JSX.Element {
  if (changes.length === 0) return <p class="muted">{t('Same results as in the previous run.')}</p>;
  return (
    <ul class="plain" data-testid="conformance-changes">
      {changes.map(({ scenario, change }) => {
        const shown = changePresentation(change);
        return (
          <li key={scenario}>
            <StateLabel shown={shown}>
              {shown.label}: {scenario}
            </StateLabel>
          </li>
        );
      })}
    </ul>
  );
}

interface GroupProps extends ReportProps {
  readonly title: (count: number) => string;
  readonly all: readonly ConformanceScenario[];
  readonly isOpen?: boolean;
  readonly id: string;
}

function Group({ title, all, isOpen = false, id, ...rest }: GroupProps): JSX.Element | null {
  if (all.length === 0) return null;
  return (
    <Section level={3} title={title(all.length)} open={isOpen} testId={`conformance-${id}`}>
      <ul class="plain">
        {all.map((scenario) => (
          <Scenario key={scenario.name} scenario={scenario} {...rest} />
        ))}
      </ul>
    </Section>
  );
}

function Scenario({
  inspector,
  server,
  scenario: { name, passed, checks },
}: ReportProps & { readonly scenario: ConformanceScenario }): JSX.Element {
  const shown: Presentation = passed
    ? { icon: 'pass', tone: 'good', label: name }
    : { icon: 'error', tone: 'bad', label: name };
  return (
    <li>
      <StateLabel shown={shown} />{' '}
      <button type="button" class="link" onClick={() => inspector.conformance.showFrames(server, name)}>
        {t('Show in Traffic')}
      </button>
      {checks
        .filter(({ status }) => status === 'failed')
        .map(({ id, expected, came }) => (
          <Facts
            key={id}
            rows={[
              [t('Expected'), expected],
              [t('Received'), came ?? t('Something else')],
            ]}
          />
        ))}
    </li>
  );
}
