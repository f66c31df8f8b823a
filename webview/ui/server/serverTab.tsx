import type { JSX } from 'preact';
import type { ServerFacts, ServerStatistics } from '../../../src/contract/browse.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { valueIn } from '../../platform/loaded.ts';
import { t, tn } from '../../platform/l10n.ts';
import { useSavedScroll } from '../browse/savedScroll.ts';
import { JsonTree } from '../json/jsonTree.tsx';
import { HeldNotice } from '../trust/heldNotice.tsx';
import { lazy } from '../components/lazy.tsx';
import { Notice } from '../components/layout/notice.tsx';
import { Description } from '../results/description.tsx';
import { Section } from '../components/layout/section.tsx';
import { Health } from '../serverStatus/health.tsx';
import { serverStatePresentation } from '../serverStatus/serverState.ts';
import { formatBytes, formatMs, formatTime } from '../../platform/units.ts';
import { Capabilities } from './capabilities.tsx';
import { Costs } from './costs.tsx';
import { Facts } from '../components/layout/facts.tsx';
import { ProcessSections } from './processSections.tsx';
import { RootList } from './rootList.tsx';

const SignInReport = lazy(() => import('./signInReport.tsx').then((module) => module.SignInReport));
const ConformanceReport = lazy(() => import('./conformanceReport.tsx').then((module) => module.ConformanceReport));
const LintReport = lazy(() => import('./lintReport.tsx').then((module) => module.LintReport));

interface TabProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

/** Everything about the server itself: identity, capabilities, token costs, statistics. */
export function ServerTab({ inspector, server }: TabProps): JSX.Element {
  const facts = valueIn(inspector.browse.facts.of(server.id).value);
  const { ref, onScroll } = useSavedScroll<HTMLElement>(inspector.navigation, `server ${server.id}`);
  return (
    <section
      class="detail"
      aria-label={t('Server')}
      data-region="detail"
      data-testid="server-page"
      tabIndex={-1}
      ref={ref}
      onScroll={onScroll}
    >
      <div class="server-page">
        {facts && <ServerNotices inspector={inspector} server={server} facts={facts} />}
        <Section level={2} title={t('About')} open testId="server-about">
          <About server={server} />
        </Section>
        {(server.transport === 'http' || server.transport === 'sse') && (
          <div class="is-wide">
            <Section level={2} title={t('Sign-in')} open={isAboutSignIn(server)} testId="sign-in">
              <SignInReport inspector={inspector} server={server} />
            </Section>
          </div>
        )}
        <ProcessSections inspector={inspector} server={server} upSince={facts?.statistics.upSince} />
        {facts && <FactSections inspector={inspector} server={server} facts={facts} />}
      </div>
    </section>
  );
}

function isAboutSignIn({ fault }: ServerView): boolean {
  return fault?.code === 'server/auth-required';
}

interface FactsProps extends TabProps {
  readonly facts: ServerFacts;
}

/** What wants a decision comes first, over both columns. */
function ServerNotices({ inspector, server, facts }: FactsProps): JSX.Element | null {
  const held = valueIn(inspector.catalogs.of(server.id).value)?.held ?? [];
  if (facts.problems.length === 0 && held.length === 0) return null;
  return (
    <div class="warnings">
      {facts.problems.length > 0 && (
        <Notice kind="warning" testId="list-problems">
          {facts.problems.map((problem) => (
            <div key={problem}>{problem}</div>
          ))}
        </Notice>
      )}
      {held.map((one) => (
        <HeldNotice
          key={`${one.kind} ${one.key}`}
          held={one}
          onAccept={() => void inspector.servers.accept(server.id, one)}
        />
      ))}
    </div>
  );
}

function FactSections({ inspector, server, facts }: FactsProps): JSX.Element {
  return (
    <>
      <Health findings={facts.health} onSignIn={() => void inspector.signIns.again(server.id, 'page')} />
      {facts.instructions !== undefined && (
        <Section level={2} title={t('Instructions for the model')} open testId="instructions">
          <Description text={facts.instructions} />
        </Section>
      )}
      <Section level={2} title={t('Capabilities')} open testId="capabilities">
        <Capabilities capabilities={facts.capabilities} era={server.era} />
      </Section>
      <Section level={2} title={t('Context cost')} open testId="costs">
        <Costs tools={inspector.allTools.value} instructions={facts.instructionTokens} />
      </Section>
      <Section level={2} title={t('Pinned tools')} testId="pins">
        <Pins inspector={inspector} />
      </Section>
      <Section level={2} title={t('Statistics')} open testId="statistics">
        <Statistics statistics={facts.statistics} />
      </Section>
      <Section level={2} title={t('Roots')} testId="roots">
        <RootList inspector={inspector} server={server.id} view={facts.roots} />
      </Section>
      {server.state === 'connected' && (
        <div class="is-wide">
          <Section level={2} title={t('Lint')} testId="lint">
            <LintReport inspector={inspector} server={server.id} />
          </Section>
        </div>
      )}
      {server.transport !== 'memory' && (
        <div class="is-wide">
          <Section level={2} title={t('Conformance')} testId="conformance">
            <ConformanceReport inspector={inspector} server={server.id} />
          </Section>
        </div>
      )}
      {facts.raw !== undefined && (
        <Section
          level={2}
          title={server.era === 'modern' ? t('Discover response') : t('Initialize response')}
          testId="raw"
        >
          <JsonTree value={facts.raw} label={t('Raw response')} searchable />
        </Section>
      )}
    </>
  );
}

function About({ server }: { server: ServerView }): JSX.Element {
  const rows: (readonly [string, string | undefined])[] = [
    [t('State'), server.state === 'error' ? serverStatePresentation(server.state).label : server.stateText],
    [t('Name'), [server.serverName, server.serverVersion].filter(Boolean).join(' ') || undefined],
    [t('Protocol version'), server.protocolVersion],
    [t('Sign-in'), server.signedIn],
    [t('Transport'), server.transport],
    [t('Configured in'), server.source],
  ];
  return <Facts rows={rows.filter((row): row is readonly [string, string] => row[1] !== undefined)} />;
}

function Pins({ inspector }: { inspector: Inspector }): JSX.Element {
  const tools = inspector.allTools.value;
  const pinned = tools.filter((tool) => tool.pinned === true);
  const held = tools.filter((tool) => tool.held);
  if (pinned.length === 0)
    return (
      <p class="muted">
        {t('The tools of this server are not pinned: they are built in, or have not been listed yet.')}
      </p>
    );
  return (
    <>
      <p>
        {tn(
          pinned.length,
          '{0} tool is pinned to its first-seen definition.',
          '{0} tools are pinned to their first-seen definitions.',
        )}
      </p>
      {held.length > 0 && (
        <Notice kind="warning">
          {t('Changed or new since then and blocked: {0}', held.map(({ name }) => name).join(', '))}
        </Notice>
      )}
    </>
  );
}

function Statistics({ statistics }: { statistics: ServerStatistics }): JSX.Element {
  const { connects, reconnects, calls, errors, bytesIn, bytesOut, latencyMs, upSince } = statistics;
  const rows: (readonly [string, string] | false)[] = [
    upSince !== undefined && [t('Up since'), formatTime(upSince)],
    [t('Connections'), t('{0}, {1} reconnects', connects, reconnects)],
    [t('Requests'), t('{0}, {1} failed', calls, errors)],
    calls > 0 && [
      t('Latency'),
      t('{0} median, {1} p95, {2} p99', formatMs(latencyMs.p50), formatMs(latencyMs.p95), formatMs(latencyMs.p99)),
    ],
    bytesIn + bytesOut > 0 && [
      t('Data'),
      t('{0} received, {1} sent', formatBytes(bytesIn) || '0', formatBytes(bytesOut) || '0'),
    ],
  ];
  return <Facts rows={rows.filter((row) => row !== false)} />;
}
