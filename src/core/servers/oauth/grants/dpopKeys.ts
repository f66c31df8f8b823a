import { createHash } from 'node:crypto';
import { DpopSession, generateDpopKeyPair } from '@modelcontextprotocol/client';
import type { TokenVault } from './tokenVault.ts';

const algorithm = 'ES256';
const curve = { name: 'ECDSA', namedCurve: 'P-256' };

interface Key {
  readonly jwk: string;
  readonly session: DpopSession;
}

/** The keys that tokens are bound to (RFC 9449), one for each authorization server, kept with its tokens. */
export class DpopKeys {
  readonly #vault: TokenVault;
  /** With the nonces of the servers. */
  readonly #keys = new Map<string, Key>();

  constructor(vault: TokenVault) {
    this.#vault = vault;
  }

  /** Another window may have stored tokens of a key of its own: what is stored counts. */
  async keyFor(issuer: string): Promise<Key> {
    const { dpopPrivateKey: stored } = await this.#vault.grant(issuer);
    const known = this.#keys.get(issuer);
    if (known && (stored === undefined || stored === known.jwk)) return known;
    const key = stored === undefined ? await makeKey() : await readKey(stored);
    this.#keys.set(issuer, key);
    return key;
  }
}

export function supportsDpop(metadata: object | undefined): boolean {
  const { dpop_signing_alg_values_supported: listed } = (metadata ?? {}) as Readonly<Record<string, unknown>>;
  return Array.isArray(listed) && listed.includes(algorithm);
}

async function makeKey(): Promise<Key> {
  const keyPair = await generateDpopKeyPair({ alg: algorithm, extractable: true });
  const jwk = await crypto.subtle.exportKey('jwk', keyPair.privateKey as CryptoKey);
  return { jwk: JSON.stringify(jwk), session: await DpopSession.create({ keyPair }) };
}

async function readKey(text: string): Promise<Key> {
  const { kty = '', crv = '', x = '', y = '', d = '' } = JSON.parse(text) as Readonly<Record<string, string>>;
  const publicJwk = { kty, crv, x, y };
  const [privateKey, publicKey] = await Promise.all([
    crypto.subtle.importKey('jwk', { ...publicJwk, d }, curve, false, ['sign']),
    crypto.subtle.importKey('jwk', publicJwk, curve, true, ['verify']),
  ]);
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'); // RFC 7638
  const keyPair = { privateKey, publicKey, publicJwk, thumbprint, alg: algorithm } as const;
  return { jwk: text, session: await DpopSession.create({ keyPair }) };
}
