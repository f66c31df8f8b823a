import type { JSX } from 'preact';
import type { PromptAnswer } from '../../../src/contract/browse.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { latestAnswer } from '../../model/browse/serverRequests.ts';
import { t, tn } from '../../platform/l10n.ts';
import { useActions } from '../components/textActions.ts';
import { ContentBlock } from '../results/contentBlock.tsx';
import { ProgressRing } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';
import { formatMs } from '../../platform/units.ts';
import { IconButton } from '../components/iconButton.tsx';
import { roleLabel } from '../../model/content/roleLabel.ts';

/** The messages as a model would get them, each with its role. */
export function PromptMessages({
  inspector,
  requestKey,
}: {
  inspector: Inspector;
  requestKey: string;
}): JSX.Element | null {
  const request = inspector.browse.promptRequests.of(requestKey).value;
  const answer = latestAnswer(request);
  if (!answer)
    return request.kind === 'pending' ? <ProgressRing class="centre" aria-label={t('Waiting for the server')} /> : null;
  return (
    <section class="results" aria-label={t('Messages')} data-testid="messages" data-status={answer.kind}>
      {answer.kind === 'failed' ? (
        <FaultNotice fault={answer.fault} lead={t('Could not get the prompt.')} testId="prompt-fault" />
      ) : (
        <>
          <MessagesHead value={answer.value} durationMs={answer.durationMs} />
          {answer.value.messages.map(({ role, content }, at) => (
            <article key={at} class="message" data-testid="message" data-role={role} aria-label={roleLabel(role)}>
              <h3 class="message-role">{roleLabel(role)}</h3>
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
    <div class="head">
      <span class="muted" role="status">
        {tn(value.messages.length, '{0} message', '{0} messages')} · {formatMs(durationMs)}
      </span>
      <div class="actions">
        <IconButton icon="copy" label={t('Copy')} onClick={() => actions.copy(text())} />
        <IconButton icon="open-in-window" label={t('Open in Editor')} onClick={() => actions.open(text(), 'json')} />
      </div>
    </div>
  );
}
