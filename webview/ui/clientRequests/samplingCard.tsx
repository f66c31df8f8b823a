import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ModelView } from '../../../src/contract/clientRequests.ts';
import type { ClientRequest } from '../../model/calls/clientRequests.ts';
import { t } from '../../platform/l10n.ts';
import { Button, Dropdown, ProgressRing, TextArea, TextField } from '../components/kit.ts';
import { FaultNotice } from '../components/layout/notice.tsx';
import { roleLabel } from '../../model/content/roleLabel.ts';
import { DeclineButtons } from './declineButtons.tsx';

/** The user reviews and edits the request and the response, which a model drafts or the user writes. */
export function SamplingCard({
  request,
  models,
}: {
  request: ClientRequest;
  models: readonly ModelView[] | undefined;
}): JSX.Element {
  const { view } = request;
  const hints = view.kind === 'sampling' ? view.hints : [];
  return (
    <div class="client-request-body">
      {(request.system.value !== '' || (view.kind === 'sampling' && view.system !== '')) && (
        <Message role={t('System')} text={request.system.value} onInput={(text) => (request.system.value = text)} />
      )}
      {request.messages.value.map(({ role, text }, at) => (
        <Message key={at} role={roleLabel(role)} text={text} onInput={(next) => request.edit(at, next)} />
      ))}
      {hints.length > 0 && <p class="muted">{t('Model preferences of the server: {0}', hints.join(', '))}</p>}
      <DraftFromModel request={request} models={models} />
      <label class="option option-wide">
        <span>{t('Response')}</span>
        <TextArea
          rows={3}
          value={request.answer.value}
          placeholder={
            models?.length
              ? t('Write the response yourself, or generate a draft with a language model.')
              : t('Write the response yourself.')
          }
          aria-label={t('Response')}
          data-testid="sample-answer"
          onInput={(text) => (request.answer.value = text)}
        />
      </label>
      <label class="option">
        <span>{t('Model')}</span>
        <TextField
          value={request.model.value}
          placeholder="human"
          aria-label={t('Model')}
          onInput={(text) => (request.model.value = text)}
        />
      </label>
      <div class="run-line">
        <Button
          appearance="primary"
          data-testid="sample-send"
          disabled={request.answer.value === ''}
          onClick={() => request.send()}
        >
          {t('Send Response')}
        </Button>
        <DeclineButtons request={request} />
      </div>
    </div>
  );
}

interface MessageProps {
  readonly role: string;
  readonly text: string;
  readonly onInput: (text: string) => void;
}

function Message({ role, text, onInput }: MessageProps): JSX.Element {
  const rows = Math.min(8, Math.max(2, text.split('\n').length));
  return (
    <label class="option option-wide">
      <span>{role}</span>
      <TextArea rows={rows} value={text} aria-label={t('Message from {0}', role)} onInput={onInput} />
    </label>
  );
}

function DraftFromModel({
  request,
  models,
}: {
  request: ClientRequest;
  models: readonly ModelView[] | undefined;
}): JSX.Element {
  const chosen = useSignal(0);
  const draft = request.draft.value;
  const model = models?.[chosen.value];
  if (!model) return <p class="muted">{t('No language model is available in this window.')}</p>;
  return (
    <>
      <div class="run-line">
        <Dropdown
          aria-label={t('Language model')}
          value={String(chosen.value)}
          options={(models ?? []).map(({ name }, at) => ({ value: String(at), label: name }))}
          onChange={(at) => (chosen.value = Number(at))}
        />
        <Button
          data-testid="sample-draft"
          disabled={draft.kind === 'drafting'}
          onClick={() => void request.draftWithModel(model)}
        >
          {t('Generate Draft')}
        </Button>
        {draft.kind === 'drafting' && <ProgressRing aria-label={t('Generating')} />}
      </div>
      {draft.kind === 'failed' && <FaultNotice fault={draft.fault} />}
    </>
  );
}
