import type { SecretsPort } from '../../../src/core/ports/ports.ts';
import type { OAuthParts, OAuthSettings } from '../../../src/core/servers/oauth/oauthParts.ts';
import { noteStored } from '../../support/sinks.ts';

interface SignInUser extends OAuthParts {
  readonly opened: string[];
  readonly stored: Map<string, string>;
}

/** A user who signs in at once; what the browser does on the way back can be changed. */
export function signInUser(
  followRedirect: (url: URL) => Promise<unknown> = (url) => fetch(url),
  stored = new Map<string, string>(),
): SignInUser {
  const opened: string[] = [];
  const secrets: SecretsPort = {
    get: async (key) => stored.get(key),
    set: async (key, value) => void stored.set(key, noteStored(value)),
    delete: async (key) => void stored.delete(key),
  };
  const openExternal = async (url: string): Promise<boolean> => {
    opened.push(url);
    const back = await browse(url);
    void followRedirect(back).catch(() => {});
    return true;
  };
  // A port of its own: where another test file holds the usual one, the client is registered anew.
  const settings = (): OAuthSettings => ({ clientMetadataUrl: '', callbackPort: 0, callbackHost: '127.0.0.1' });
  return { secrets, stored, opened, ask: { openExternal }, clientName: 'MCP Switchboard', settings };
}

/** A browser with cookies: follows redirects until one leaves the origin of the sign-in page. */
export async function browse(page: string): Promise<URL> {
  const { origin } = new URL(page);
  const cookies = new Map<string, string>();
  let at = new URL(page);
  while (at.origin === origin) {
    const response = await fetchWithCookies(at, cookies);
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${at.href}: ${response.status} ${(await response.text()).slice(0, 500)}`);
    at = new URL(location, at);
  }
  return at;
}

/** One step of a browser: a redirect is not followed. */
export async function fetchWithCookies(url: URL, cookies: Map<string, string>): Promise<Response> {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    cookies.set(name, value);
  }
  return response;
}
