import { type Disposable, disposable } from '../../base/lifetime.ts';
import type { WriteRequest } from '../../core/kimi/model/port.ts';

interface Yes {
  readonly tool: string;
  readonly prompt: unknown;
}

/** Consent given in the chat, so that the same question is not asked again in a dialog. */
const allowed = new Set<Yes>();

/** For one call with exactly this prompt, and only as long as that call lasts. */
export function allowWriteOnce(tool: string, { prompt }: Readonly<Record<string, unknown>>): Disposable {
  const yes = { tool, prompt };
  allowed.add(yes);
  return disposable(() => void allowed.delete(yes));
}

/** Consumes the consent. */
export function takeWriteConsent({ kind, prompt }: WriteRequest): boolean {
  const yes = [...allowed].find((one) => one.tool === `kimi_${kind}` && one.prompt === prompt);
  return yes !== undefined && allowed.delete(yes);
}
