import { Redactor } from '../../trust/redaction/redact.ts';

export type Redact = (text: string) => string;

/** The product's redactor, with the secrets that a run could print: what the environment holds, and the stored key. */
export function createRedact(
  env: Readonly<Record<string, string | undefined>>,
  stored: readonly string[] = [],
): Redact {
  const redactor = new Redactor();
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && /API_?KEY|TOKEN|SECRET|PASSW|CREDENTIAL|_KEY$/i.test(name)) redactor.learn(value);
  }
  for (const secret of stored) redactor.learn(secret);
  return (text) => redactor.text(text);
}
