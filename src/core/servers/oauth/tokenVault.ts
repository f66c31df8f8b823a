import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { SecretsPort } from '../../ports/ports.ts';

/** What one authorization server gave us for one resource. */
interface Grant {
  readonly client?: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
}

/**
 * Credentials of one resource, kept as secrets. Each authorization server has its own entry: a
 * resource that suddenly names another one never receives the credentials of the first.
 */
export class TokenVault {
  readonly #secrets: SecretsPort;
  readonly #resource: string;

  constructor(secrets: SecretsPort, resource: string) {
    this.#secrets = secrets;
    this.#resource = resource;
  }

  /** The authorization server that granted the tokens in use. */
  async currentIssuer(): Promise<string | undefined> {
    return this.#secrets.get(this.#key());
  }

  async client(issuer: string): Promise<StoredOAuthClientInformation | undefined> {
    return (await this.#read(issuer)).client;
  }

  async tokens(issuer: string | undefined): Promise<StoredOAuthTokens | undefined> {
    const from = issuer ?? (await this.currentIssuer());
    return from === undefined ? undefined : (await this.#read(from)).tokens;
  }

  async saveClient(issuer: string, client: StoredOAuthClientInformation): Promise<void> {
    await this.#write(issuer, { ...(await this.#read(issuer)), client });
  }

  async saveTokens(issuer: string, tokens: StoredOAuthTokens): Promise<void> {
    await this.#write(issuer, { ...(await this.#read(issuer)), tokens });
    await this.#secrets.set(this.#key(), issuer);
  }

  async forget(issuer: string, what: 'client' | 'tokens' | 'all'): Promise<void> {
    const { client, tokens } = await this.#read(issuer);
    if (what === 'all') return this.#secrets.delete(this.#key(issuer));
    await this.#write(issuer, what === 'client' ? (tokens ? { tokens } : {}) : client ? { client } : {});
  }

  /** Signing out. */
  async clear(): Promise<void> {
    const issuer = await this.currentIssuer();
    if (issuer !== undefined) await this.#secrets.delete(this.#key(issuer));
    await this.#secrets.delete(this.#key());
  }

  #key(issuer?: string): string {
    return issuer === undefined ? `oauth ${this.#resource}` : `oauth ${this.#resource} ${issuer}`;
  }

  async #read(issuer: string): Promise<Grant> {
    const parsed = parseJson((await this.#secrets.get(this.#key(issuer))) ?? '{}');
    return parsed.ok && isRecord(parsed.value) ? (parsed.value as Grant) : {};
  }

  async #write(issuer: string, grant: Grant): Promise<void> {
    await this.#secrets.set(this.#key(issuer), JSON.stringify(grant));
  }
}

/** The address without query and fragment: what tokens are kept for. */
export function resourceOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}
