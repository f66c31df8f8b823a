import type { JSX } from 'preact';
import type { CallOutcome } from '../../../src/protocol/inspector.ts';
import { blame } from '../../model/blame.ts';
import type { Call } from '../../model/calls.ts';
import { t } from '../../text.ts';
import { useActions } from '../actions.ts';
import { Icon } from '../icon.tsx';
import { JsonTree } from '../jsonTree.tsx';
import { Button } from '../kit.ts';
import { formatMs } from '../units.ts';
import { FaultNotice, Notice } from '../notice.tsx';
import { ContentBlock } from './contentBlock.tsx';
import { OutputCheck } from './outputCheck.tsx';
import { Progress } from './progress.tsx';
import { callLook } from './results.tsx';

/** One call: what it is doing, or what came of it. */
export function CallResult({ call, outputSchema }: { call: Call; outputSchema: unknown }): JSX.Element {
  const state = call.state.value;
  return (
    <div class="result" data-testid="result" data-status={state.kind === 'done' ? state.outcome.status : state.kind}>
      <ResultHead call={call} />
      {state.kind === 'running' && <Progress call={call} progress={state.progress} />}
      {state.kind === 'lost' && (
        <Notice kind="warning">
          {t(
            'The result is not kept: this view was closed while the call ran, or the result was too large. The traffic log has it.',
          )}
        </Notice>
      )}
      {state.kind === 'done' && <Outcome outcome={state.outcome} outputSchema={outputSchema} />}
    </div>
  );
}

function ResultHead({ call }: { call: Call }): JSX.Element {
  const actions = useActions();
  const look = callLook(call);
  const state = call.state.value;
  const text = (): string => JSON.stringify(state.kind === 'done' ? toPlain(state.outcome) : call.args, undefined, 2);
  return (
    <div class="result-head">
      <span class={`state tone-${look.tone}`} role="status" data-testid="result-state">
        <Icon name={look.icon} class={look.icon === 'loading' ? 'spin' : ''} />
        {look.word}
      </span>
      {state.kind === 'done' && <span class="muted">{formatMs(state.outcome.durationMs)}</span>}
      <span class="muted">#{call.number}</span>
      <span class="grow" />
      {state.kind === 'done' && (
        <div class="actions">
          <Button
            look="icon"
            title={t('Copy result')}
            aria-label={t('Copy result')}
            onClick={() => actions.copy(text())}
          >
            <Icon name="copy" />
          </Button>
          <Button
            look="icon"
            title={t('Open in editor')}
            aria-label={t('Open in editor')}
            onClick={() => actions.open(text(), 'json')}
          >
            <Icon name="open-in-window" />
          </Button>
        </div>
      )}
    </div>
  );
}

function toPlain({ content, structuredContent, fault, status }: CallOutcome): unknown {
  if (fault) return { status, fault };
  return {
    content,
    ...(structuredContent !== undefined && { structuredContent }),
    ...(status === 'toolError' && { isError: true }),
  };
}

function Outcome({ outcome, outputSchema }: { outcome: CallOutcome; outputSchema: unknown }): JSX.Element {
  const { sentence, who } = blame(outcome);
  return (
    <>
      {outcome.status === 'failed' && outcome.fault && (
        <FaultNotice fault={outcome.fault} lead={sentence} testId="call-fault" />
      )}
      {outcome.status === 'failed' && isRecordWithFacts(outcome.fault?.data) && (
        <JsonTree value={outcome.fault?.data} label={t('Details of the failure')} />
      )}
      {(outcome.status === 'toolError' || outcome.status === 'cancelled') && (
        <Notice kind={who === 'tool' ? 'warning' : 'info'}>{sentence}</Notice>
      )}
      {outcome.structuredContent !== undefined && (
        <div class="block" data-testid="structured">
          <h3 class="block-title">{t('Structured content')}</h3>
          <OutputCheck value={outcome.structuredContent} schema={outputSchema} />
          <JsonTree value={outcome.structuredContent} label={t('Structured content')} searchable />
        </div>
      )}
      {outcome.content.map((block, index) => (
        <ContentBlock key={index} block={block} />
      ))}
      {outcome.status === 'ok' && outcome.content.length === 0 && outcome.structuredContent === undefined && (
        <p class="empty muted">{t('The tool answered with nothing.')}</p>
      )}
    </>
  );
}

function isRecordWithFacts(data: unknown): boolean {
  return typeof data === 'object' && data !== null && Object.keys(data).length > 0;
}
