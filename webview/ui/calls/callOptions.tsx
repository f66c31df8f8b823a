import type { JSX } from 'preact';
import type { CallOptionsDraft } from '../../model/calls/callOptions.ts';
import { t } from '../../platform/l10n.ts';
import { TextArea, TextField } from '../components/kit.ts';

/** Behind "…": most calls need no options. */
export function CallOptions({ draft }: { draft: CallOptionsDraft }): JSX.Element {
  const result = draft.result.value;
  return (
    <section class="options" aria-label={t('Options')} data-testid="call-options">
      <Option label={t('Timeout (seconds)')} hint={t('from settings')} text={draft.timeout} />
      <Option label={t('Repeat')} hint="1" text={draft.times} testId="option-times" />
      <Option label={t('Concurrency')} hint="1" text={draft.concurrency} testId="option-concurrency" />
      <label class="option option-wide">
        <span>_meta</span>
        <TextArea
          class="json-text"
          rows={2}
          value={draft.meta.value}
          placeholder={t('JSON object')}
          aria-label={t('_meta as JSON')}
          data-testid="option-meta"
          onInput={(next) => (draft.meta.value = next)}
        />
      </label>
      {!result.ok && (
        <p class="field-error option-wide" role="alert">
          {result.reason}
        </p>
      )}
    </section>
  );
}

interface OptionProps {
  readonly label: string;
  readonly hint: string;
  readonly text: { value: string };
  readonly testId?: string;
}

function Option({ label, hint, text, testId }: OptionProps): JSX.Element {
  return (
    <label class="option">
      <span>{label}</span>
      <TextField
        value={text.value}
        placeholder={hint}
        aria-label={label}
        {...(testId !== undefined && { 'data-testid': testId })}
        onInput={(next) => (text.value = next)}
      />
    </label>
  );
}
