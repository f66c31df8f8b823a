import type { StoredOAuthClientInformation, StoredOAuthTokens } from '@modelcontextprotocol/client';
import { isRecord, parseJson } from '../../../../base/json.ts';
import type { SecretsPort } from '../../../ports/ports.ts';
import { exclusively } from './exclusively.ts';

/** What of an authorization server's metadata is needed after the sign-in. */
export interface GrantEndpoints {
  readonly revocation_endpoint?: string;
  /** Of an identity provider. */
  readonly token_endpoint?: string;
  readonly token_endpoint_auth_methods_supported?: readonly string[];
}

/** What one authorization server gave us for one resource. */
export interface Grant {
  readonly client?: StoredOAuthClientInformation;
  readonly tokens?: StoredOAuthTokens;
  /** When the access token expires, in milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly endpoints?: GrantEndpoints;
  /** A JWK as JSON: the key that the tokens are bound to. */
  readonly dpopPrivateKey?: string;
  /** The user goes on although the authorization server does not say that it knows PKCE. */
  readonly isWithoutPkce?: boolean;
}

/** Whose credentials they are. */
export interface GrantHolder {
  /** The URL, as `resourceOf` makes it. */
  readonly resource: string;
  /** The id of the server: two entries with one URL may be two accounts. */
  readonly server: string;
}

export interface GrantStore {
  readonly secrets: SecretsPort;
  /** Where the locks of this user are. */
  readonly lockDir?: string | undefined;
}

/** Two servers that start together must not both take what they shared, also where there are no locks. */
let takingOver = Promise.resolve();

/**
 * Credentials of one server for one resource, kept as secrets. Each authorization server has its own entry: a
 * resource that suddenly names another one never receives the credentials of the first.
 */
export class TokenVault {
  /** Unique to these credentials, for locks. */
  readonly name: string;
  readonly #secrets: SecretsPort;
  readonly #lockDir: string | undefined;
  readonly #resource: string;
  #isOwn = false;

  constructor({ secrets, lockDir }: GrantStore, { resource, server }: GrantHolder) {
    this.#secrets = secrets;
    this.#lockDir = lockDir;
    this.#resource = resource;
    this.name = `${resource} of ${server}`;
  }

  /** The authorization server that granted the tokens in use. */
  async currentIssuer(): Promise<string | undefined> {
    return (await this.issuers())[0];
  }

  /** All that granted something for this resource, the one in use first. */
  async issuers(): Promise<readonly string[]> {
    await this.#takeOver();
    return issuersIn(await this.#secrets.get(this.#key()));
  }

  /** Until 0.1 entries with one URL shared what was granted: the first of them that is used keeps it. */
  async #takeOver(): Promise<void> {
    if (this.#isOwn) return;
    const taken = takingOver.then(() => this.#takeShared());
    takingOver = taken.catch(() => {});
    await taken;
    this.#isOwn = true;
  }

  /** The usual start finds nothing shared, and needs no lock. */
  async #takeShared(): Promise<void> {
    const shared = `oauth ${this.#resource}`;
    if ((await this.#secrets.get(shared)) === undefined) return;
    await exclusively(`shared ${this.#resource}`, { lockDir: this.#lockDir }, () => this.#take(shared));
  }

  async #take(shared: string): Promise<void> {
    const text = await this.#secrets.get(shared);
    if (text === undefined || (await this.#secrets.get(this.#key())) !== undefined) return;
    const issuers = issuersIn(text);
    for (const issuer of issuers) {
      const grant = await this.#secrets.get(`${shared} ${issuer}`);
      if (grant !== undefined) await this.#secrets.set(this.#key(issuer), grant);
    }
    await this.#secrets.set(this.#key(), text);
    for (const key of [shared, ...issuers.map((issuer) => `${shared} ${issuer}`)]) await this.#secrets.delete(key);
  }

  /** Of the authorization server in use where none is named. */
  async grant(issuer: string | undefined): Promise<Grant> {
    const from = issuer ?? (await this.currentIssuer());
    return from === undefined ? {} : this.#read(from);
  }

  async note(issuer: string, grant: Grant): Promise<void> {
    await this.#write(issuer, { ...(await this.#read(issuer)), ...grant });
  }

  async saveGrant(issuer: string, grant: Grant): Promise<void> {
    await this.note(issuer, grant);
    const others = (await this.issuers()).filter((each) => each !== issuer);
    await this.#secrets.set(this.#key(), JSON.stringify({ issuers: [issuer, ...others] }));
  }

  /** Only if they are still those that failed: another window may have stored newer ones. */
  async forgetTokens(issuer: string, refreshToken: string | undefined): Promise<void> {
    const { tokens, expiresAt: _, ...rest } = await this.#read(issuer);
    if (tokens?.refresh_token === refreshToken) await this.#write(issuer, rest);
  }

  async forgetClient(issuer: string, clientId: string | undefined): Promise<void> {
    const { client, ...rest } = await this.#read(issuer);
    if (client?.client_id === clientId) await this.#write(issuer, rest);
  }

  /** Signing out. */
  async clear(): Promise<void> {
    for (const issuer of await this.issuers()) await this.#secrets.delete(this.#key(issuer));
    await this.#secrets.delete(this.#key());
  }

  #key(issuer?: string): string {
    return issuer === undefined ? `oauth ${this.name}` : `oauth ${this.name} ${issuer}`;
  }

  async #read(issuer: string): Promise<Grant> {
    await this.#takeOver();
    const parsed = parseJson((await this.#secrets.get(this.#key(issuer))) ?? '{}');
    return parsed.ok && isRecord(parsed.value) ? (parsed.value as Grant) : {};
  }

  async #write(issuer: string, grant: Grant): Promise<void> {
    await this.#secrets.set(this.#key(issuer), JSON.stringify(grant));
  }
}

function issuersIn(text: string | undefined): readonly string[] {
  if (text === undefined) return [];
  const parsed = parseJson(text);
  const listed = parsed.ok && isRecord(parsed.value) ? parsed.value['issuers'] : undefined;
  // Until 0.1 it was the address itself.
  return Array.isArray(listed) ? listed.filter((each): each is string => typeof each === 'string') : [text];
}

/** The address without query and fragment: what tokens are kept for. */
export function resourceOf(url: string): string {
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

/** To a key: it is sent with a proof, and not as a bearer token. */
export function isBound({ token_type: type }: StoredOAuthTokens): boolean {
  return type.toLowerCase() === 'dpop';
}
