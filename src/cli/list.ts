import { parseArgs } from 'node:util';
import { Fault, messageOf } from '../base/fault.ts';
import { plainText } from '../base/plainText.ts';
import type { Core } from '../core/app/core.ts';
import type { ManagedServer } from '../core/servers/model/server.ts';
import type { ToolDefinition } from '../core/wire/definitions.ts';
import { connectServer, explainFailure, openCore } from './support/cliCore.ts';
import { type RunVerb, UsageError } from './support/verb.ts';

const usage = `Usage: switchboard list [flags]

  --config FILE    use this file instead of the configuration files of the current folder
  --server NAME    list only this server
  --trust          approve servers that are not approved yet, and remember the approval
  --json           print JSON
  --help           show this help

Exit code: 0, or 2 if the connection to a server failed.`;

interface Listed {
  readonly server: string;
  readonly source: string;
  readonly state: string;
  readonly era?: string;
  readonly protocolVersion?: string;
  readonly tools?: readonly ToolDefinition[];
  /** Entries of its lists that could not be used, or why there is no list. */
  readonly problems?: readonly string[];
  readonly error?: string;
}

/** Connects to each server in turn and tells what it offers. One that fails does not keep the others from being listed. */
export const list: RunVerb = async (args, io) => {
  const flags = readFlags(args);
  if (flags.help) {
    io.stdout.write(`${usage}\n`);
    return 0;
  }
  const core = await openCore(flags, io);
  try {
    const servers = chosenServers(core, flags.server);
    const listed = await Promise.all(servers.map((server) => listOne(core, server, flags.server !== undefined)));
    io.stdout.write(flags.json ? `${JSON.stringify(listed, undefined, 2)}\n` : listed.map(toText).join(''));
    return listed.some(({ error }) => error !== undefined) ? 2 : 0;
  } finally {
    await Promise.all(core.servers.value.map((server) => server.stop()));
    core.dispose();
  }
};

function readFlags(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        config: { type: 'string' },
        server: { type: 'string' },
        trust: { type: 'boolean' },
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new UsageError(`${messageOf(error).split('. ')[0]}. Run switchboard list --help for usage.`);
  }
}

function chosenServers(core: Core, name: string | undefined): readonly ManagedServer[] {
  const configured = core.servers.value.filter(({ id }) => id !== core.embeddedId);
  if (name === undefined) return configured;
  const servers = core.servers.value.filter(({ id }) => id === name);
  if (servers.length === 0) throw new UsageError(`Unknown server "${name}": it is not configured.`);
  return servers;
}

/** A disabled server is passed over, unless it is the one that was asked for. */
async function listOne(core: Core, server: ManagedServer, named: boolean): Promise<Listed> {
  const about = { server: server.id, source: server.source };
  if (!named && core.entry(server.id)?.options.disabled) return { ...about, state: 'disabled' };
  try {
    await connectServer(core, server);
    const state = server.state.value;
    const tools = server.tools.value;
    const problems = server.problems.value.map((problem) => core.redactor.text(plainText(problem)));
    const { era, protocolVersion } = state.kind === 'connected' ? state.info : {};
    return {
      ...about,
      state: state.kind,
      ...(era && { era }),
      ...(protocolVersion && { protocolVersion }),
      tools,
      ...(problems.length > 0 && { problems }),
    };
  } catch (error) {
    return { ...about, state: Fault.is(error) ? error.code : 'error', error: explainFailure(core, server, error) };
  }
}

function toText({ server, source, era, protocolVersion, tools, problems = [], error }: Listed): string {
  if (error !== undefined) return `${server} (${source})\n  ${error}\n`;
  if (!tools) return `${server} (${source})  disabled in the configuration\n`;
  const lines = tools.map(({ name, description }) => `  ${firstLine(name)}  ${firstLine(description)}`.trimEnd());
  return `${server} (${source})  ${era} ${protocolVersion}, ${lines.length} ${lines.length === 1 ? 'tool' : 'tools'}\n${[...lines, ...problems.map((problem) => `  ! ${problem}`)].map((line) => `${line}\n`).join('')}`;
}

function firstLine(text = ''): string {
  return (plainText(text).trim().split('\n')[0] ?? '').slice(0, 100);
}
