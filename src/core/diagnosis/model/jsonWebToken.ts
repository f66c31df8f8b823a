import { isRecord } from '../../../base/json.ts';

interface TokenFacts {
  /** The day on which it ended. */
  readonly endedOn?: string;
  /** For which server it was made. */
  readonly audience?: string;
}

const form = /\beyJ[\w-]{5,}\.(eyJ[\w-]{5,4000})\.[\w-]*/;

/** What a credential of the form JWT tells about itself. Nothing of it is checked, and nothing secret is in it. */
export function tokenFacts(value: string): TokenFacts | undefined {
  const payload = form.exec(value)?.[1];
  if (payload === undefined) return undefined;
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
    if (!isRecord(claims)) return undefined;
    const { exp, aud } = claims;
    const isOver = typeof exp === 'number' && exp * 1000 < Date.now() && exp > 0;
    const audience: unknown = Array.isArray(aud) ? aud[0] : aud;
    return {
      ...(isOver && { endedOn: new Date(exp * 1000).toISOString().slice(0, 10) }),
      ...(typeof audience === 'string' && { audience: audience.slice(0, 100) }),
    };
  } catch {
    return undefined; // only looks like one
  }
}
