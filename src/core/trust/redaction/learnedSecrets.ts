import { isRecord, parseJson } from '../../../base/json.ts';
import type { SecretsPort } from '../../ports/ports.ts';
import type { Redactor } from './redact.ts';
import { isSecretField } from './redactFields.ts';

/** The same secret storage, of which every value that passes is redacted from then on. */
export function withLearning(secrets: SecretsPort, redactor: Redactor): SecretsPort {
  const learn = (value: string | undefined): void => {
    if (value !== undefined) for (const secret of secretsOf(value)) redactor.learn(secret);
  };
  return {
    get: async (key) => {
      const value = await secrets.get(key);
      learn(value);
      return value;
    },
    set: (key, value) => {
      learn(value);
      return secrets.set(key, value);
    },
    delete: (key) => secrets.delete(key),
  };
}

/** Grants are kept as JSON: the address of their issuer is no secret. */
function secretsOf(value: string): readonly string[] {
  const parsed = parseJson(value);
  if (parsed.ok && isRecord(parsed.value)) return secretFields(parsed.value, 0);
  return URL.canParse(value) ? [] : [value];
}

const maxDepth = 4;

function secretFields(record: Readonly<Record<string, unknown>>, depth: number): readonly string[] {
  return Object.entries(record).flatMap(([name, value]) => {
    if (typeof value === 'string') return isSecretField(name) ? [value] : [];
    return isRecord(value) && depth < maxDepth ? secretFields(value, depth + 1) : [];
  });
}
