import type { ComponentChildren, JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { OutputLine } from '../../../src/contract/serverActivity.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { processorLoad } from '../../model/servers/activity.ts';
import { t } from '../../platform/l10n.ts';
import { formatBytes, formatMs, formatTime } from '../../platform/units.ts';
import { Elapsed } from '../components/elapsed.tsx';
import { Facts } from '../components/layout/facts.tsx';
import { Section } from '../components/layout/section.tsx';
import { Sparkline } from './sparkline.tsx';
import { ServerOutput } from './serverOutput.tsx';

interface ProcessProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
  /** When it was connected. */
  readonly upSince: number | undefined;
}

/** The process of a server: what runs, what it uses, what it writes, how often it was started. Sampled only while open. */
export function ProcessSections({ inspector, server, upSince }: ProcessProps): JSX.Element {
  useEffect(() => inspector.activities.watch(server.id), [server.id]);
  const { process, states } = inspector.activities.of(server.id).value;
  return (
    <>
      {process && (
        <Section level={2} title={t('Process')} open testId="process">
          <ProcessFacts inspector={inspector} server={server} upSince={upSince} />
        </Section>
      )}
      {server.transport !== 'memory' && <ServerOutput inspector={inspector} server={server.id} />}
      {states.length > 1 && (
        <Section level={2} title={t('History')} testId="server-history">
          <States states={states} />
        </Section>
      )}
    </>
  );
}

function ProcessFacts({ inspector, server, upSince }: ProcessProps): JSX.Element {
  const { process, samples } = inspector.activities.of(server.id).value;
  const newest = samples.at(-1);
  const load = processorLoad(samples);
  const rows: (readonly [string, ComponentChildren] | false | undefined)[] = [
    process && [t('Process ID'), String(process.pid)],
    process && [t('Command'), <code key="command">{process.commandLine}</code>],
    process?.folder !== undefined && [t('Working folder'), <code key="folder">{process.folder}</code>],
    upSince !== undefined && [t('Running for'), <Elapsed key="up" since={upSince} />],
    newest && [
      t('Memory'),
      <Plot key="memory" label={t('Memory')} values={samples.map(({ memoryBytes }) => memoryBytes)}>
        {formatBytes(newest.memoryBytes)}
      </Plot>,
    ],
    newest && [
      t('Processor'),
      <Plot key="processor" label={t('Processor')} values={load}>
        {t('{0}%, {1} total', (load.at(-1) ?? 0).toFixed(0), formatMs(newest.cpuMs))}
      </Plot>,
    ],
  ];
  return <Facts rows={rows.filter((row) => row !== undefined && row !== false)} />;
}

interface PlotProps {
  readonly label: string;
  readonly values: readonly number[];
  readonly children: ComponentChildren;
}

function Plot({ label, values, children }: PlotProps): JSX.Element {
  return (
    <span class="facts is-ticking">
      {children}
      <Sparkline values={values} label={label} />
    </span>
  );
}

const shownStates = 30;

/** Every start and every end of this session, the newest first. */
function States({ states }: { states: readonly OutputLine[] }): JSX.Element {
  return (
    <ol class="plain">
      {states
        .slice(-shownStates)
        .toReversed()
        .map(({ at, level, text }) => (
          <li key={`${at} ${text}`} class={level === 'error' ? 'field-error' : ''}>
            <span class="muted is-ticking">{formatTime(at)}</span> {text}
          </li>
        ))}
    </ol>
  );
}
