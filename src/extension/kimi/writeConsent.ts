import { type Disposable, disposable } from '../../base/lifetime.ts';
import type { WriteRequest } from '../../core/kimi/model/port.ts';
import { chatConsentText } from '../../core/kimi/tools/chatConsent.ts';

interface Yes {
  readonly tool: string;
  readonly text: string;
}

/** Consent given in the chat, so that the same question is not asked again. */
const allowed = new Set<Yes>();

/** For one call with exactly the text that the chat showed, and only as long as that call lasts. */
export function allowWriteOnce(tool: string, input: Readonly<Record<string, unknown>>): Disposable {
  const text = chatConsentText(tool, input);
  if (text === undefined) return disposable(() => {});
  const yes = { tool, text };
  allowed.add(yes);
  return disposable(() => void allowed.delete(yes));
}

/** Consumes the consent. */
export function takeWriteConsent({ kind, text }: WriteRequest): boolean {
  const yes = [...allowed].find((one) => one.tool === `kimi_${kind}` && one.text === text);
  return yes !== undefined && allowed.delete(yes);
}
