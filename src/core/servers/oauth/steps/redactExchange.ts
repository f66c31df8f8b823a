import { isRecord, parseJson } from '../../../../base/json.ts';

const hidden = '[redacted]';
/** By their names in OAuth: what they hold need not look like a secret. */
const secretFields: ReadonlySet<string> = new Set(
  `code state nonce code_verifier client_secret client_assertion assertion access_token refresh_token id_token token
   subject_token actor_token registration_access_token device_code user_code password jwks`.split(/\s+/),
);
const secretHeaders: ReadonlySet<string> = new Set(['dpop', 'dpop-nonce', 'cookie', 'set-cookie']);

export function redactUrl(url: string): string {
  if (!URL.canParse(url)) return hidden;
  const { origin, pathname, searchParams } = new URL(url);
  const query = redactForm(searchParams);
  return origin + pathname + (query === '' ? '' : `?${query}`);
}

/** Readable: nothing is encoded again but what separates fields. */
export function redactForm(fields: URLSearchParams): string {
  return [...fields]
    .map(([name, value]) => `${name}=${secretFields.has(name) ? hidden : value.replaceAll('&', '%26')}`)
    .join('&');
}

/** A form or JSON; of anything else nothing is shown, because nothing is known about it. */
export function redactBody(body: string): string | undefined {
  if (body === '') return undefined;
  const parsed = parseJson(body);
  if (parsed.ok && typeof parsed.value === 'object') return JSON.stringify(redactValue(parsed.value, 0), undefined, 2);
  return /^[\w.-]+=/.test(body) ? redactForm(new URLSearchParams(body)) : undefined;
}

const deepest = 8;

function redactValue(value: unknown, depth: number): unknown {
  if (depth > deepest) return hidden;
  if (Array.isArray(value)) return value.map((each) => redactValue(each, depth + 1));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name,
      secretFields.has(name) ? hidden : redactValue(inner, depth + 1),
    ]),
  );
}

/** Of credentials the scheme stays. */
export function redactHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    [...headers].map(([name, value]) => {
      if (name === 'authorization') return [name, `${value.split(' ')[0]} ${hidden}`];
      return [name, secretHeaders.has(name) ? hidden : value];
    }),
  );
}
