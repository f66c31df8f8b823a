import path from 'node:path';
import { orAborted } from '../base/async.ts';
import { clip } from '../base/json.ts';
import { plainText } from '../base/text/plainText.ts';
import type { Core } from '../core/app/core.ts';
import type { ManagedServer } from '../core/servers/model/server.ts';
import type { HeldDefinition } from '../core/servers/watchedDefinitions.ts';
import { describeDefinition } from '../core/trust/pins/describeDefinition.ts';
import { type FlowLabel, flowLabelsOf } from '../core/trust/flows/flowLabels.ts';
import { labelText } from '../core/trust/flows/labelText.ts';
import type { ToolDefinition } from '../core/wire/definitions.ts';
import {
  type CliCore,
  configFlag,
  configuredServers,
  connectServer,
  serverNamed,
  trustAllFlag,
} from './core/cliCore.ts';
import { withCore } from './core/withCore.ts';
import { inputFlag } from './core/givenInputs.ts';
import { serverFailure } from './core/serverFailure.ts';
import { type Failure, type FileProblem, failureLines } from './support/failure.ts';
import { printJson, printLines, showProgress } from './support/print.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'list',
  flags: {
    config: configFlag,
    input: inputFlag,
    server: { type: 'text', value: 'NAME', meaning: 'list only this server' },
    trust: trustAllFlag,
    json: { type: 'switch', meaning: 'print JSON' },
  },
  examples: ['switchboard list', 'switchboard list --config mcp.json --server github --json'],
  exit: { notTried: 'a server is not approved or cannot be connected, or an entry is not valid' },
} as const satisfies VerbTable;

interface Listed {
  readonly server: string;
  readonly source: string;
  readonly state: string;
  readonly era?: string;
  readonly protocolVersion?: string;
  readonly tools?: readonly ToolDefinition[];
  /** What agents do not get until a user accepts it. */
  readonly held?: readonly HeldDefinition[];
  /** By tool: what it does to the session of an agent, by its names and annotations. */
  readonly labels?: Readonly<Record<string, readonly FlowLabel[]>>;
  /** Entries of its lists that could not be used, or why there is no list. */
  readonly problems?: readonly string[];
  readonly error?: Failure;
}

/** Connects to each server in turn and lists its tools. A server that fails does not keep the others from being listed. */
export const list = defineVerb(table, ({ flags }, io) =>
  withCore(flags, io, async (core) => {
    const servers = chosenServers(core, flags.server);
    const named = flags.server !== undefined;
    const listed = await orAborted(listAll(core, servers, named, io), io.stop);
    if (flags.json) printJson(io.stdout, [...listed, ...core.problems.map(problemRow)]);
    else printLines(io.stdout, ...listed.flatMap(linesOf)); // the problems stand on stderr
    return listed.some(({ error }) => error !== undefined) || core.problems.length > 0 ? 2 : 0;
  }),
);

function chosenServers(core: CliCore, name: string | undefined): readonly ManagedServer[] {
  return name === undefined ? configuredServers(core) : [serverNamed(core, name)];
}

/** With `--json` a row without a server: every reason for the exit code is in the document. */
function problemRow(problem: FileProblem): Pick<Listed, 'source' | 'state' | 'error'> {
  const { file, message } = problem;
  const code = 'config/invalid';
  return { source: path.basename(file), state: code, error: { code, message, problems: [problem] } };
}

function listAll(core: Core, servers: readonly ManagedServer[], named: boolean, io: CliIo): Promise<readonly Listed[]> {
  const waiting = new Set(servers.map(({ id }) => id));
  const show = (): void => showProgress(io.stderr, `Connecting to ${[...waiting].join(', ')}`);
  show();
  const listing = servers.map(async (server) => {
    const listed = await listOne(core, server, named);
    waiting.delete(server.id);
    if (waiting.size > 0) show();
    return listed;
  });
  return Promise.all(listing);
}

/** A disabled server is skipped, unless it was named. */
async function listOne(core: Core, server: ManagedServer, named: boolean): Promise<Listed> {
  const about = { server: server.id, source: server.source };
  if (!named && core.entry(server.id)?.options.disabled) return { ...about, state: 'disabled' };
  try {
    await connectServer(core, server);
    if (core.entry(server.id)?.options.autoDiscover === false) await server.refreshTools(); // listing them is what was asked
    const state = server.state.value;
    const tools = server.tools.value;
    const held = core.held(server.id);
    const problems = server.problems.value.map((problem) => core.redactor.text(plainText(problem)));
    const { era, protocolVersion } = state.kind === 'connected' ? state.info : {};
    return {
      ...about,
      state: state.kind,
      ...(era && { era }),
      ...(protocolVersion && { protocolVersion }),
      tools,
      ...(held.length > 0 && { held }),
      labels: Object.fromEntries(tools.map((tool) => [tool.name, [...flowLabelsOf(tool)]])),
      ...(problems.length > 0 && { problems }),
    };
  } catch (error) {
    const failure = serverFailure(core, server, error);
    return { ...about, state: failure.code, error: failure };
  }
}

function linesOf({
  server,
  source,
  era,
  protocolVersion,
  tools,
  held = [],
  problems = [],
  error,
}: Listed): readonly string[] {
  const title = `${server} (${source})`;
  if (error !== undefined) return [title, ...failureLines(error).map((line) => `  ${line}`)];
  if (!tools) return [`${title}  disabled in the configuration`];
  const lines = tools.map((tool) => {
    const labels = labelText(flowLabelsOf(tool));
    const marked = labels === '' ? tool.name : `${tool.name} [${labels}]`;
    return `  ${marked}  ${firstLine(tool.description)}`.trimEnd();
  });
  return [
    `${title}  ${era} ${protocolVersion}, ${lines.length} ${lines.length === 1 ? 'tool' : 'tools'}`,
    ...lines,
    ...held.map((one) => `  ! held back, ${one.reason}: ${firstLine(describeDefinition(one))} (switchboard review)`),
    ...problems.map((problem) => `  ! ${problem}`),
  ];
}

function firstLine(text = ''): string {
  return clip(plainText(text).trim().split('\n')[0] ?? '', 100);
}
