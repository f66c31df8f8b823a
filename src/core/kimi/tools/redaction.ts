import { Redactor } from '../../trust/redaction/redact.ts';
import { secretsInEnvironment } from '../../trust/redaction/secretValues.ts';

export type Redact = (text: string) => string;

/** The product's redactor, with the secrets that a run could print: what the environment holds, and the stored key. */
export function createRedact(
  env: Readonly<Record<string, string | undefined>>,
  stored: readonly string[] = [],
): Redact {
  const redactor = new Redactor();
  for (const secret of [...secretsInEnvironment(env), ...stored]) redactor.learn(secret);
  return (text) => redactor.text(text);
}
