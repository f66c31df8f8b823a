import { isRecord, parseJson } from '../../../../base/json.ts';

/** As RFC 6749 allows them in an error. */
const errorText = /^[\x20\x21\x23-\x5b\x5d-\x7e]{1,300}$/;

/** The two fields that OAuth defines, and nothing else that a body may hold. */
export function reasonIn({ error, error_description: reason }: Readonly<Record<string, unknown>>): string | undefined {
  const isFit = (text: unknown): text is string => typeof text === 'string' && errorText.test(text);
  if (!isFit(error)) return undefined;
  return isFit(reason) ? `${error}: ${reason}` : error;
}

/**
 * What the SDK gets of a response. It quotes bodies in its errors, and these are shown and logged: so nothing is left
 * but JSON objects, and of a refusal the two fields that OAuth defines.
 */
export function harmlessBody(status: number, body: string): string {
  const parsed = parseJson(body);
  if (!parsed.ok || !isRecord(parsed.value)) return '';
  if (status < 300) return JSON.stringify(parsed.value);
  const { error, error_description: reason } = parsed.value;
  if (typeof error !== 'string' || !errorText.test(error)) return '';
  const isFit = typeof reason === 'string' && errorText.test(reason);
  return JSON.stringify({ error, ...(isFit && { error_description: reason }) });
}
