import { programName } from '../cures/newestVersion.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import type { KnownServer } from './serverFacts.ts';
import { servers } from './servers.ts';

interface Found {
  readonly server: KnownServer;
  /** Where its package or image stands in `args`; -1 where it is the program. */
  readonly at: number;
}

export function findServer(evidence: Evidence): Found | undefined {
  const launch = stdioOf(evidence);
  if (!launch) return undefined;
  const names = launch.args.map(withoutVersion);
  const program = programName(launch.command);
  for (const server of servers) {
    const at = names.findIndex((name) => server.ids.includes(name));
    if (at >= 0 || server.ids.includes(program)) return { server, at };
  }
  return undefined;
}

/** Of a package or an image. */
function withoutVersion(name: string): string {
  return name.replace(/(?<=.)(?:@|==|:)[\w.^~-]*$/, '');
}
