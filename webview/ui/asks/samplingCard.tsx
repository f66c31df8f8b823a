import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { ModelView } from '../../../src/protocol/asks.ts';
import type { Ask } from '../../model/asks.ts';
import { t } from '../../text.ts';
import { Button, Dropdown, ProgressRing, TextArea, TextField } from '../kit.ts';
import { FaultNotice } from '../notice.tsx';
import { Refusals } from './askCards.tsx';

/** The request is read and changed first, and the answer too: a model's draft or words of one's own. */
export function SamplingCard({ ask, models }: { ask: Ask; models: readonly ModelView[] | undefined }): JSX.Element {
  const { view } = ask;
  const hints = view.kind === 'sampling' ? view.hints : [];
  return (
    <div class="ask-body">
      {(ask.system.value !== '' || (view.kind === 'sampling' && view.system !== '')) && (
        <Message role={t('System')} text={ask.system.value} onInput={(text) => (ask.system.value = text)} />
      )}
      {ask.messages.value.map(({ role, text }, at) => (
        <Message key={at} role={role} text={text} onInput={(next) => ask.edit(at, next)} />
      ))}
      {hints.length > 0 && <p class="muted">{t('Model preferences of the server: {0}', hints.join(', '))}</p>}
      <AskModel ask={ask} models={models} />
      <label class="option option-wide">
        <span>{t('Response')}</span>
        <TextArea
          rows={3}
          value={ask.answer.value}
          placeholder={t('Write the response yourself, or generate a draft with a language model.')}
          aria-label={t('Response')}
          data-testid="sample-answer"
          onInput={(text) => (ask.answer.value = text)}
        />
      </label>
      <label class="option">
        <span>{t('Model')}</span>
        <TextField
          value={ask.model.value}
          placeholder="human"
          aria-label={t('Model')}
          onInput={(text) => (ask.model.value = text)}
        />
      </label>
      <div class="run-line">
        <Button look="primary" data-testid="sample-send" disabled={ask.answer.value === ''} onClick={() => ask.send()}>
          {t('Send Response')}
        </Button>
        <Refusals ask={ask} />
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

function AskModel({ ask, models }: { ask: Ask; models: readonly ModelView[] | undefined }): JSX.Element {
  const chosen = useSignal(0);
  const draft = ask.draft.value;
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
        <Button data-testid="sample-ask" disabled={draft.kind === 'asking'} onClick={() => void ask.askModel(model)}>
          {t('Generate Draft')}
        </Button>
        {draft.kind === 'asking' && <ProgressRing aria-label={t('Generating')} />}
      </div>
      {draft.kind === 'failed' && <FaultNotice fault={draft.fault} />}
    </>
  );
}
