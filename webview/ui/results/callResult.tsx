import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import type { CallOutcome, CallView } from '../../../src/contract/calls.ts';
import type { Cut } from '../../../src/contract/rpc/trimmed.ts';
import { failureCause } from '../../model/calls/failureCause.ts';
import type { Call } from '../../model/calls/calls.ts';
import { t } from '../../platform/l10n.ts';
import { JsonTree } from '../json/jsonTree.tsx';
import { ProgressRing } from '../components/kit.ts';
import { FaultNotice, Notice } from '../components/layout/notice.tsx';
import { lazy } from '../components/lazy.tsx';
import { ContentBlock } from './contentBlock.tsx';
import { type ContentSource, cutsBelow } from './contentSource.ts';
import { LatencyTable } from './latencyTable.tsx';
import { OutputCheck } from './outputCheck.tsx';
import { CallProgressLine, ProgressText } from './progress.tsx';
import { type ResultActions, ResultHead } from './resultHead.tsx';
import { Rounds } from './rounds.tsx';
import { SourceLinks } from '../source/sourceLinks.tsx';
import { ValueView } from './valueView.tsx';
import { Empty } from '../components/layout/empty.tsx';

const Compared = lazy(() => import('./resultDiff.tsx').then((module) => module.ComparedResult));

interface CallResultProps {
  readonly call: Call;
  readonly outputSchema?: unknown;
  readonly actions: ResultActions;
  readonly runs?: ComponentChildren;
  /** The server has asked the user something during this call. */
  readonly isAsked?: boolean;
}

/** One call: its progress, or its result. */
export function CallResult({ call, outputSchema, actions, runs, isAsked = false }: CallResultProps): JSX.Element {
  const view = call.view.value;
  const failure = call.actionFailure.value;
  const comparison = call.comparison.value;
  useEffect(() => call.loadResult(), [view.state.kind]);
  const wasRunning = useMemo(() => view.state.kind === 'running', []);
  return (
    <div
      class={`result${wasRunning && view.state.kind !== 'running' ? ' is-new' : ''}`}
      data-testid="result"
      data-call={call.id}
      data-status={statusOf(view)}
    >
      {view.state.kind === 'running' && <CallProgressLine progress={view.state.progress} />}
      <ResultHead call={call} actions={actions} runs={runs} />
      {failure && <FaultNotice fault={failure} />}
      {comparison && <Compared call={call} comparison={comparison} />}
      {view.repeat && <LatencyTable repeat={view.repeat} />}
      <Rounds rounds={view.rounds} />
      {view.state.kind === 'running' && (
        <ProgressText since={call.startedAt} progress={view.state.progress} isAsked={isAsked} />
      )}
      {view.state.kind === 'lost' && (
        <Notice kind="warning">{t('The window was closed while this call was running. Its result is unknown.')}</Notice>
      )}
      {view.state.kind === 'done' && <Ended call={call} kept={view.state.end.kept} outputSchema={outputSchema} />}
    </div>
  );
}

function statusOf({ state }: CallView): string {
  return state.kind === 'done' ? state.end.status : state.kind;
}

function Ended({ call, kept, outputSchema }: { call: Call; kept: boolean; outputSchema: unknown }): JSX.Element | null {
  const result = call.result.value;
  if (result.kind === 'ready') return <Outcome call={call} {...result} outputSchema={outputSchema} />;
  if (result.kind === 'failed') return <FaultNotice fault={result.fault} />;
  if (kept) return <ProgressRing aria-label={t('Loading the result')} />;
  return (
    <Notice kind="info">
      {t('The result was too large to keep. The arguments were kept, so you can run the call again.')}
    </Notice>
  );
}

interface OutcomeProps {
  readonly call: Call;
  readonly outcome: CallOutcome;
  readonly cuts: readonly Cut[];
  readonly outputSchema: unknown;
}

function Outcome({ call, outcome, cuts, outputSchema }: OutcomeProps): JSX.Element {
  const { content, structuredContent, meta } = outcome;
  const source: ContentSource = {
    cuts,
    structured: structuredContent,
    formatKey: `${call.server} ${call.tool}`,
    loadMore: call.loadMore,
    loadAll: call.loadAll,
    isLoadingAll: call.isLoadingAll.value,
    open: call.open,
    save: call.save,
  };
  return (
    <>
      <Failure outcome={outcome} />
      <SourceLinks server={call.server} outcome={outcome} />
      {structuredContent !== undefined && (
        <Structured value={structuredContent} source={source} outputSchema={outputSchema} />
      )}
      {outputSchema !== undefined && structuredContent === undefined && outcome.status === 'ok' && (
        <Notice kind="warning" testId="output-problems">
          {t('The tool has an output schema but returned no structured content.')}
        </Notice>
      )}
      {content.map((block, index) => (
        <ContentBlock key={index} block={block} at={`/content/${index}`} source={source} />
      ))}
      {meta && (
        <div class="block" data-testid="result-meta">
          <h3 class="block-title">_meta</h3>
          <JsonTree value={meta} label="_meta" />
        </div>
      )}
      {outcome.status === 'ok' && content.length === 0 && structuredContent === undefined && (
        <Empty text={t('The result is empty.')} />
      )}
    </>
  );
}

/** The cause of a failure, with its code and details; nothing for a successful call. */
function Failure({ outcome }: { outcome: CallOutcome }): JSX.Element | null {
  const { sentence, source } = failureCause(outcome);
  const { fault, status } = outcome;
  if (status === 'ok') return null;
  if (status !== 'failed' || !fault) return <Notice kind={source === 'tool' ? 'warning' : 'info'}>{sentence}</Notice>;
  const { code, actor: _, ...facts } = fault.data ?? {};
  return (
    <>
      <FaultNotice fault={fault} lead={sentence} testId="call-fault" />
      {typeof code === 'number' && <p class="muted">{t('Error code {0}', code)}</p>}
      {Object.keys(facts).length > 0 && <JsonTree value={facts} label={t('Error details')} />}
    </>
  );
}

interface StructuredProps {
  readonly value: unknown;
  readonly source: ContentSource;
  readonly outputSchema: unknown;
}

function Structured({ value, source, outputSchema }: StructuredProps): JSX.Element {
  const cuts = useMemo(() => cutsBelow(source.cuts, '/structuredContent'), [source.cuts]);
  return (
    <div class="block" data-testid="structured">
      {cuts.size === 0 && <OutputCheck value={value} schema={outputSchema} />}
      <ValueView
        title={t('Structured content')}
        value={value}
        formatKey={source.formatKey}
        cuts={cuts}
        onLoadMore={source.loadMore}
        onLoadAll={() => source.loadAll('/structuredContent')}
        isLoadingAll={source.isLoadingAll}
      />
    </div>
  );
}
