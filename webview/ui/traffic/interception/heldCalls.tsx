import { serverLabel } from '../../../../src/contract/traffic/ownServers.ts';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { parseJson } from '../../../../src/base/json.ts';
import type { HeldCall } from '../../../../src/contract/traffic/interceptionRules.ts';
import type { InterceptionRules } from '../../../model/traffic/interceptionRules.ts';
import { t } from '../../../platform/l10n.ts';
import { Button, TextArea } from '../../components/kit.ts';
import { Elapsed } from '../../components/elapsed.tsx';
import { messageRows } from '../../components/messageRows.ts';

/** Calls that a rule holds: the user inspects, edits, continues or drops them. */
export function HeldCalls({ rules }: { rules: InterceptionRules }): JSX.Element {
  const { held } = rules.snapshot.value;
  return (
    <section aria-label={t('Paused calls')}>
      {held.map((call) => (
        <HeldCard key={call.id} rules={rules} call={call} />
      ))}
    </section>
  );
}

function HeldCard({ rules, call }: { rules: InterceptionRules; call: HeldCall }): JSX.Element {
  const original = useSignal('');
  const text = useSignal('');
  useEffect(() => {
    void rules.heldText(call).then(
      (held) => (original.value = text.value = pretty(held.text)),
      () => {}, // it has been released meanwhile, and its card is removed
    );
  }, [call.id]);
  const parsed = parseJson(text.value);
  const isInvalid = !parsed.ok && original.value !== ''; // before it has come, nothing is wrong
  const edited = text.value === original.value ? undefined : text.value;
  const what = call.on === 'request' ? t('Request paused before sending') : t('Response paused before delivery');
  return (
    <div class="held" data-testid="held-call">
      <div class="facts">
        <strong>{what}</strong>
        <span>{serverLabel(call.server)}</span>
        <code>{call.name ?? call.method}</code>
        <Elapsed since={call.since} />
        <div class="actions">
          <Button
            appearance="primary"
            data-testid="held-continue"
            disabled={!parsed.ok}
            onClick={() => rules.release(call, 'continue', edited)}
          >
            {edited === undefined ? t('Continue') : t('Continue with Changes')}
          </Button>
          <Button data-testid="held-drop" onClick={() => rules.release(call, 'drop')}>
            {t('Drop')}
          </Button>
        </div>
      </div>
      <TextArea
        class="json-text"
        rows={messageRows(text.value)}
        value={text.value}
        aria-label={t('Message')}
        invalid={isInvalid}
        description={isInvalid ? parsed.reason : undefined}
        onInput={(next) => (text.value = next)}
      />
      {isInvalid && <p class="field-error">{parsed.reason}</p>}
    </div>
  );
}

function pretty(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? JSON.stringify(parsed.value, undefined, 2) : text;
}
