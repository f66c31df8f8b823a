import path from 'node:path';

/** What windows and command lines of one user share lies here. */
export function userStateDir(env: Readonly<Record<string, string | undefined>>, homeDir: string): string {
  return path.join(env['XDG_STATE_HOME'] || path.join(homeDir, '.local', 'state'), 'mcp-switchboard');
}
