import { Fault } from '../../../base/fault.ts';
import type { Core } from '../../../core/app/core.ts';
import { rawTemplate } from '../../../core/calls/rawTemplate.ts';
import type { Handlers } from '../../../contract/rpc/contract.ts';
import type { rawHostMethods } from '../../../contract/raw.ts';

const longestAnswer = 400_000;

export function rawHandlers(core: Core): Handlers<typeof rawHostMethods> {
  return {
    'raw/template': ({ server, method }) => {
      const { value: state } = core.server(server).state;
      return { text: rawTemplate(method, state.kind === 'connected' ? state.info : undefined) };
    },
    'raw/send': async ({ server, text, timeoutMs }, signal) => {
      const begin = performance.now();
      try {
        const answer = await core.server(server).sendTyped(text, { signal, ...(timeoutMs && { timeoutMs }) });
        const durationMs = performance.now() - begin;
        if (answer === undefined) return { status: 'sent', durationMs };
        const whole = JSON.stringify(answer);
        const isCut = whole.length > longestAnswer;
        return { status: 'answered', text: whole.slice(0, longestAnswer), durationMs, ...(isCut && { isCut }) };
      } catch (error) {
        const fault = core.redactor.value(Fault.from(error, 'server/call-failed').toShape());
        return { status: 'failed', fault, durationMs: performance.now() - begin };
      }
    },
  };
}
