import path from 'node:path';

/** Where what we remember and share lies, for every process of this user. */
export function userStateDir(env: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  return path.join(env['XDG_STATE_HOME'] || path.join(homeDir, '.local', 'state'), 'mcp-switchboard');
}
