import type { JSX } from 'preact';
import type { PromptAnswer } from '../../../src/protocol/browse.ts';
import type { Inspector } from '../../model/inspector.ts';
import { answerIn } from '../../model/questions.ts';
import { t, tn } from '../../text.ts';
import { useActions } from '../actions.ts';
import { Icon } from '../icon.tsx';
import { ContentBlock } from '../inspector/contentBlock.tsx';
import { Button, ProgressRing } from '../kit.ts';
import { FaultNotice } from '../notice.tsx';
import { formatMs } from '../units.ts';

/** The messages as a model would get them, each with who says it. */
export function PromptMessages({
  inspector,
  questionKey,
}: {
  inspector: Inspector;
  questionKey: string;
}): JSX.Element | null {
  const question = inspector.browse.prompted.of(questionKey).value;
  const answer = answerIn(question);
  if (!answer)
    return question.kind === 'asking' ? <ProgressRing class="centre" aria-label={t('Waiting for the server')} /> : null;
  return (
    <section class="results" aria-label={t('Messages')} data-testid="messages" data-status={answer.kind}>
      {answer.kind === 'failed' ? (
        <FaultNotice fault={answer.fault} lead={t('Could not get the prompt.')} testId="prompt-fault" />
      ) : (
        <>
          <MessagesHead value={answer.value} durationMs={answer.durationMs} />
          {answer.value.messages.map(({ role, content }, at) => (
            <article key={at} class="message" data-testid="message" data-role={role} aria-label={roleWord(role)}>
              <h3 class="message-role">{roleWord(role)}</h3>
              {(Array.isArray(content) ? content : [content]).map((block, index) => (
                <ContentBlock key={index} block={block} />
              ))}
            </article>
          ))}
        </>
      )}
    </section>
  );
}

function MessagesHead({ value, durationMs }: { value: PromptAnswer; durationMs: number }): JSX.Element {
  const actions = useActions();
  const text = (): string => JSON.stringify(value, undefined, 2);
  return (
    <div class="result-head">
      <span class="muted" role="status">
        {tn(value.messages.length, '{0} message', '{0} messages')} · {formatMs(durationMs)}
      </span>
      <span class="grow" />
      <div class="actions">
        <Button look="icon" title={t('Copy')} aria-label={t('Copy')} onClick={() => actions.copy(text())}>
          <Icon name="copy" />
        </Button>
        <Button
          look="icon"
          title={t('Open in Editor')}
          aria-label={t('Open in Editor')}
          onClick={() => actions.open(text(), 'json')}
        >
          <Icon name="open-in-window" />
        </Button>
      </div>
    </div>
  );
}

function roleWord(role: string): string {
  if (role === 'user') return t('User');
  return role === 'assistant' ? t('Assistant') : role;
}
