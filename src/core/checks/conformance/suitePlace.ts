import { homedir } from 'node:os';
import path from 'node:path';

const packageName = '@modelcontextprotocol/conformance';
export const suiteVersion = '0.2.0-alpha.12';

interface SuitePlace {
  /** For npm. */
  readonly spec: string;
  readonly folder: string;
  readonly program: string;
}

/** Where the official suite is after npm has fetched it; it is never part of our package. */
export function suitePlace(env: Readonly<Record<string, string | undefined>>): SuitePlace {
  const cacheHome = env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache');
  const folder = path.join(cacheHome, 'mcp-switchboard', `conformance-${suiteVersion}`);
  return {
    spec: `${packageName}@${suiteVersion}`,
    folder,
    program: path.join(folder, 'node_modules', packageName, 'dist', 'index.js'),
  };
}

/** The name under which Traffic shows what the suite and a server say to each other. */
export function suiteTrafficName(server: string): string {
  return `${server} (conformance)`;
}
