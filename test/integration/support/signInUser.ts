import type { SecretsPort } from '../../../src/core/ports/ports.ts';
import type { OAuthParts } from '../../../src/core/servers/oauth/authSession.ts';

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
    set: async (key, value) => void stored.set(key, value),
    delete: async (key) => void stored.delete(key),
  };
  const openExternal = async (url: string): Promise<boolean> => {
    opened.push(url);
    const { headers } = await fetch(url, { redirect: 'manual' });
    void followRedirect(new URL(headers.get('location')!)).catch(() => {});
    return true;
  };
  return { secrets, stored, opened, ask: { openExternal }, clientName: 'MCP Switchboard' };
}
