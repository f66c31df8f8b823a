import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { isRecord, parseJson } from '../../../src/base/json.ts';
import { t } from '../../platform/l10n.ts';
import type { RunOptions } from './calls.ts';

type OptionsResult =
  | { readonly ok: true; readonly options: RunOptions }
  | { readonly ok: false; readonly reason: string };

const maxTimes = 10_000;
const maxConcurrency = 100;

/** Options that the user may set for a call; an empty one means the default. */
export class CallOptionsDraft {
  readonly timeout = signal('');
  readonly meta = signal('');
  readonly times = signal('');
  readonly concurrency = signal('');

  readonly result: ReadonlySignal<OptionsResult> = computed(() => {
    const timeout = readNumber(this.timeout.value, 86_400);
    const times = readNumber(this.times.value, maxTimes);
    const concurrency = readNumber(this.concurrency.value, maxConcurrency);
    const meta = this.meta.value.trim() === '' ? undefined : parseJson(this.meta.value);
    if (timeout === 'wrong') return invalid(t('The timeout must be a number of seconds.'));
    if (times === 'wrong') return invalid(t('Repeat must be a number from 1 to {0}.', maxTimes));
    if (concurrency === 'wrong') return invalid(t('Concurrency must be a number from 1 to {0}.', maxConcurrency));
    if (meta && !(meta.ok && isRecord(meta.value))) return invalid(t('_meta must be a JSON object.'));
    return {
      ok: true,
      options: {
        ...(timeout !== undefined && { timeoutMs: Math.round(timeout * 1_000) }),
        ...(meta?.ok && { meta: meta.value as Readonly<Record<string, unknown>> }),
        ...(times !== undefined &&
          times > 1 && { times: Math.round(times), concurrency: Math.round(concurrency ?? 1) }),
      },
    };
  });

  /** Some option is not the default, which the collapsed section shows. */
  readonly isSet: ReadonlySignal<boolean> = computed(() =>
    [this.timeout, this.meta, this.times, this.concurrency].some(({ value }) => value.trim() !== ''),
  );

  load({ meta, timeoutMs }: RunOptions): void {
    this.timeout.value = timeoutMs === undefined ? '' : String(timeoutMs / 1_000);
    this.meta.value = meta === undefined ? '' : JSON.stringify(meta, undefined, 2);
  }
}

function invalid(reason: string): OptionsResult {
  return { ok: false, reason };
}

function readNumber(text: string, most: number): number | undefined | 'wrong' {
  if (text.trim() === '') return undefined;
  const value = Number(text);
  return value > 0 && value <= most ? value : 'wrong';
}
