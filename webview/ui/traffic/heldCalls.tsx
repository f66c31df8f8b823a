import { displayWhat } from '../../../src/protocol/toolName.ts';
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { parseJson } from '../../../src/base/json.ts';
import type { HeldCall } from '../../../src/protocol/rules.ts';
import type { Rules } from '../../model/traffic/rules.ts';
import { t } from '../../text.ts';
import { Button, TextArea } from '../kit.ts';
import { Elapsed } from './elapsed.tsx';

/** Calls that a rule holds: looked at, edited, let go or dropped. */
export function HeldCalls({ rules }: { rules: Rules }): JSX.Element {
  const { held } = rules.snapshot.value;
  return (
    <section aria-label={t('Waiting calls')}>
      {held.map((call) => (
        <HeldCard key={call.id} rules={rules} call={call} />
      ))}
    </section>
  );
}

function HeldCard({ rules, call }: { rules: Rules; call: HeldCall }): JSX.Element {
  const original = useSignal('');
  const text = useSignal('');
  useEffect(() => {
    void rules.heldText(call).then(
      (held) => (original.value = text.value = pretty(held.text)),
      () => {}, // it went on meanwhile, and its card goes with it
    );
  }, [call.id]);
  const parsed = parseJson(text.value);
  const edited = text.value === original.value ? undefined : text.value;
  const what = call.on === 'request' ? t('A call waits to be sent') : t('An answer waits to be delivered');
  return (
    <div class="held" data-testid="held-call">
      <div class="facts">
        <strong>{what}</strong>
        <span>{call.server}</span>
        <code>{displayWhat(call)}</code>
        <Elapsed since={call.since} />
        <div class="actions">
          <Button
            look="primary"
            data-testid="held-continue"
            disabled={!parsed.ok}
            onClick={() => rules.release(call, 'continue', edited)}
          >
            {edited === undefined ? t('Continue') : t('Continue with changes')}
          </Button>
          <Button data-testid="held-drop" onClick={() => rules.release(call, 'drop')}>
            {t('Drop')}
          </Button>
        </div>
      </div>
      <TextArea
        rows={8}
        value={text.value}
        aria-label={t('Message')}
        invalid={!parsed.ok}
        description={parsed.ok ? undefined : parsed.reason}
        onInput={(next) => (text.value = next)}
      />
      {!parsed.ok && <p class="field-error">{parsed.reason}</p>}
    </div>
  );
}

function pretty(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok ? JSON.stringify(parsed.value, undefined, 2) : text;
}
