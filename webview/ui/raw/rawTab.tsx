import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { parseJson } from '../../../src/base/json.ts';
import type { RawAnswer } from '../../../src/contract/raw.ts';
import type { ServerView } from '../../../src/contract/inspector.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import type { RawRequest } from '../../model/calls/rawRequest.ts';
import { t } from '../../platform/l10n.ts';
import { Button, Dropdown, ProgressRing, TextArea } from '../components/kit.ts';
import { messageRows } from '../components/messageRows.ts';
import { JsonTree } from '../json/jsonTree.tsx';
import { FaultNotice, Notice } from '../components/layout/notice.tsx';
import { formatMs } from '../../platform/units.ts';

interface RawTabProps {
  readonly inspector: Inspector;
  readonly server: ServerView;
}

const methods = ['tools/list', 'tools/call', 'resources/list', 'resources/read', 'prompts/list', 'prompts/get'];
const legacyMethods = ['ping', 'initialize', 'logging/setLevel', 'completion/complete'];
const modernMethods = ['server/discover', 'subscriptions/listen', 'completion/complete'];

/** Any message, sent as it is written, to test how the server handles it. */
export function RawTab({ inspector, server }: RawTabProps): JSX.Element {
  const draft = inspector.raw(server.id);
  const offered = [...methods, ...(server.era === 'modern' ? modernMethods : legacyMethods)];
  useEffect(() => {
    if (draft.text.peek() === '' && server.state === 'connected') void draft.fill('tools/list');
  }, [server.id, server.state]);
  return (
    <div class="raw-tab" data-testid="raw-tab">
      <p class="muted">
        {t('The message is sent exactly as written, even if it is not valid. Both directions appear in MCP Traffic.')}
      </p>
      <div class="run-line">
        <Dropdown
          aria-label={t('Template')}
          data-testid="raw-method"
          value=""
          options={[
            { value: '', label: t('Insert template…') },
            ...offered.map((method) => ({ value: method, label: method })),
          ]}
          onChange={(method) => {
            if (method !== '') void draft.fill(method);
          }}
        />
      </div>
      <Message draft={draft} isReady={server.state === 'connected'} />
      <Answer draft={draft} />
    </div>
  );
}

function Message({ draft, isReady }: { draft: RawRequest; isReady: boolean }): JSX.Element {
  const text = draft.text.value;
  const parsed = parseJson(text);
  const state = draft.state.value;
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !isReady) return;
    event.preventDefault();
    void draft.send();
  };
  return (
    <>
      <TextArea
        class="json-text"
        rows={messageRows(text)}
        value={text}
        aria-label={t('Message')}
        data-testid="raw-text"
        onKeyDown={onKeyDown}
        onInput={(next) => (draft.text.value = next)}
      />
      <div class="run-line">
        <Button
          appearance="primary"
          data-testid="raw-send"
          disabled={!isReady || state.kind === 'sending'}
          title={t('Send (Ctrl+Enter)')}
          onClick={() => void draft.send()}
        >
          {t('Send')}
        </Button>
        {state.kind === 'sending' && (
          <>
            <ProgressRing aria-label={t('Waiting for the response')} />
            <Button onClick={() => state.abort.abort()}>{t('Cancel')}</Button>
          </>
        )}
        {!parsed.ok && text !== '' && <span class="muted">{t('Not valid JSON. It can still be sent.')}</span>}
        {!isReady && <span class="muted">{t('The server is not connected.')}</span>}
      </div>
    </>
  );
}

function Answer({ draft }: { draft: RawRequest }): JSX.Element | null {
  const state = draft.state.value;
  if (state.kind !== 'done') return null;
  const { answer } = state;
  return (
    <div class="block" data-testid="raw-answer" data-status={answer.status} role="status">
      <h2 class="block-title">
        {t('Response')} <span class="muted">{formatMs(answer.durationMs)}</span>
      </h2>
      <AnswerBody answer={answer} />
    </div>
  );
}

function AnswerBody({ answer }: { answer: RawAnswer }): JSX.Element {
  if (answer.fault) return <FaultNotice fault={answer.fault} />;
  if (answer.text === undefined)
    return <Notice kind="info">{t('Sent. No response was received; the message may not require one.')}</Notice>;
  const parsed = parseJson(answer.text);
  if (parsed.ok) return <JsonTree value={parsed.value} label={t('Response')} searchable />;
  return (
    <>
      {answer.isCut === true && <Notice kind="info">{t('Too large to show here. See MCP Traffic.')}</Notice>}
      <pre class="block-text">{answer.text}</pre>
    </>
  );
}
