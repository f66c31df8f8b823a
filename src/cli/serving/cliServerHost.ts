import { homedir } from 'node:os';
import { silentLog } from '../../base/log.ts';
import type { ServerHost } from '../../core/mcpServer/host.ts';
import type { CliIo } from '../support/verb.ts';

/** What a server of ours sees of the command line. A user who runs a command in a folder trusts that folder. */
export function cliServerHost(io: CliIo): Omit<ServerHost, 'lifetime'> {
  return {
    log: silentLog,
    folders: () => [io.cwd],
    trusted: () => true,
    env: io.env,
    homeDir: io.env['HOME'] || homedir(),
    setting: () => undefined,
    listServers: () => [],
  };
}
