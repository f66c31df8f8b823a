import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isFastPathOn } from '../core/fastPath/fastPathSwitch.ts';
import { type ManifestChoices, isPrefix, manifestOptions } from '../core/manifest/options.ts';
import { serviceLogResource } from '../core/manifest/serviceLog.ts';
import { manifestSourceWith } from '../core/manifest/source.ts';
import { profileNamed } from '../core/mcpServer/profile.ts';
import { type EmbeddedServer, createEmbeddedServer } from '../core/embedded/server.ts';
import { defaultPrefix } from '../core/manifest/read/model.ts';
import type { FlagValues } from './support/flagTable.ts';
import { createStderrLog } from './support/stderrLog.ts';
import { serveStdin } from './serving/serveStdin.ts';
import { withoutBlocking } from './support/stdio.ts';
import { servingFlags, streamOptions } from './serving/servingFlags.ts';
import { UsageError } from './support/usageError.ts';
import { cliServerHost } from './serving/cliServerHost.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';
import { productVersion } from './support/version.ts';

const table = {
  name: 'bridge',
  about: 'Serves tools declared in JSON manifests over stdio. Each call is sent to the service on the socket.',
  flags: {
    manifests: {
      type: 'text',
      value: 'DIR',
      many: true,
      meaning: 'folder with manifests in addition to ~/.tairseach/manifests',
    },
    socket: {
      type: 'text',
      value: 'PATH',
      otherwise: '~/.tairseach/tairseach.sock, else tairseach-UID.sock in the temp folder',
      meaning: 'socket of the service',
    },
    prefix: { type: 'text', value: 'P', otherwise: defaultPrefix, meaning: 'prefix of the tool names' },
    timeout: {
      type: 'integer',
      value: 'SECONDS',
      range: { min: 1, max: 3_600 },
      otherwise: '30',
      meaning: 'timeout of a call',
    },
    transport: {
      type: 'choice',
      value: 'NAME',
      values: ['stdio'],
      default: 'stdio',
      meaning: 'the only supported transport',
    },
    ...servingFlags,
  },
  notes: `Troubleshooting
  "socket connect failed"  Is the server running? Check the path: ls -la ~/.tairseach/tairseach.sock
  "Unknown tool"           The tool is not in a manifest, is hidden by "mcpExpose": false, or its manifest is not valid: see stderr.
  "Permission denied"      Grant the permission in the operating system's settings; the tool permissions.check shows which one.

In Claude Desktop's configuration:
  { "mcpServers": { "tairseach": { "command": "switchboard", "args": ["bridge"] } } }`,
  examples: ['switchboard bridge', 'switchboard bridge --manifests ./manifests --socket /run/service.sock'],
} as const satisfies VerbTable;

type Flags = FlagValues<(typeof table)['flags']>;

export const bridge = defineVerb(table, async ({ flags }, io) => {
  const server = createServer(flags, io);
  try {
    await serveStdin(server, streamOptions(flags), io);
    return 0;
  } finally {
    server.dispose();
  }
});

function choicesOf({ manifests = [], socket, prefix, timeout, ...flags }: Flags): Omit<ManifestChoices, 'homeDir'> {
  if (prefix !== undefined && !isPrefix(prefix))
    throw new UsageError(`--prefix can have letters, digits, "_", "-" and "." only, not "${prefix}".`);
  return {
    folders: manifests,
    maxMessageBytes: flags['max-message-bytes'],
    ...(socket !== undefined && { socket }),
    ...(prefix !== undefined && { prefix }),
    ...(timeout !== undefined && { timeoutSeconds: timeout }),
  };
}

function createServer(flags: Flags, io: CliIo): EmbeddedServer {
  const log = createStderrLog(withoutBlocking(io.stderr), flags['log-level']);
  const homeDir = homedir();
  const options = manifestOptions({ homeDir, from: io.cwd, ...choicesOf(flags) }, log);
  for (const folder of options.folders.slice(1)) {
    if (!existsSync(folder)) log.warn('there is no such folder yet; it is read when it comes', { folder });
  }
  return createEmbeddedServer({
    profile: profileNamed('tairseach', productVersion()),
    fastPath: isFastPathOn(io.env),
    parts: { tools: [], toolSources: [manifestSourceWith(options)], resources: [serviceLogResource], prompts: [] },
    // Of our environment nothing goes to the service.
    host: { ...cliServerHost(io), log, env: {}, homeDir },
  });
}
