import { statSync } from 'node:fs';
import path from 'node:path';
import { isRecord, parseJson } from '../base/json.ts';
import type { Core } from '../core/app/core.ts';
import { parseJsonTree } from '../core/config/text/jsonTree.ts';
import { readText } from '../core/files/readText.ts';
import type { TrustNotice } from '../core/servers/toolTrust.ts';
import { describeDefinition } from '../core/trust/pins/describeDefinition.ts';
import { watchFailures } from '../core/servers/watchFailures.ts';
import { agentOnlyRequests } from '../core/gateway/calls/clientRequestRouter.ts';
import { type CliCore, configuredNames, openCore, serverNamed } from './core/cliCore.ts';
import { explainFailure } from './core/serverFailure.ts';
import { serveWindow, windowOn } from './serving/gatewayWindow.ts';
import { inputFlag } from './core/givenInputs.ts';
import { printLines } from './support/print.ts';
import { serveStdin } from './serving/serveStdin.ts';
import type { FlagValues } from './support/flagTable.ts';
import { UsageError } from './support/usageError.ts';
import { type CliIo, defineVerb } from './support/verb.ts';
import type { VerbTable } from './support/verbTable.ts';

const table = {
  name: 'gateway',
  about: `Serves the tools of several MCP servers as one server over stdio. If a VS Code window with MCP Switchboard has this
folder open, its running servers and its tool policy are used, and the calls appear in its MCP Traffic view.
Otherwise the servers in the configuration files of this folder are started.`,
  flags: {
    folder: { type: 'text', value: 'DIR', otherwise: 'the current folder', meaning: 'folder to serve' },
    alone: { type: 'switch', meaning: 'do not connect to a window' },
    config: {
      type: 'text',
      value: 'FILE',
      meaning: 'alone: use this file instead of the configuration files of the folder',
    },
    server: { type: 'text', value: 'NAME', many: true, meaning: 'alone: serve only this server' },
    input: inputFlag,
    rules: {
      type: 'text',
      value: 'FILE',
      meaning: 'alone: JSON as in the setting mcpSwitchboard.gateway.servers',
    },
    'new-tools': {
      type: 'choice',
      value: 'HOW',
      values: ['announce', 'hold', 'offer'],
      default: 'announce',
      meaning: 'alone: offer new tools of a known server and report them on stderr, hold them back, or offer them',
    },
    trust: {
      type: 'switch',
      meaning: 'alone: approve servers that are not approved yet, and remember the approval',
    },
  },
  notes: 'In Claude Code: claude mcp add switchboard -- switchboard gateway',
  examples: ['switchboard gateway', 'switchboard gateway --config mcp.json --server github --trust'],
} as const satisfies VerbTable;

type Flags = FlagValues<(typeof table)['flags']>;

export const gateway = defineVerb(table, async ({ flags }, io) => {
  const cwd = path.resolve(io.cwd, flags.folder ?? '.');
  if (!statSync(cwd, { throwIfNoEntry: false })?.isDirectory()) throw new UsageError(`Folder not found: ${cwd}.`);
  if (!isForAlone(flags) && (await serveWindow(() => windowOn(cwd, io), stdin, io))) return 0;
  await serveAlone(flags, { ...io, cwd });
  return 0;
});

function isForAlone({ alone, config, server, rules }: Flags): boolean {
  return alone || config !== undefined || server !== undefined || rules !== undefined;
}

const stdin = { stayAlive: false };

async function serveAlone(flags: Flags, io: CliIo): Promise<void> {
  const core = await openCore({ ...flags, newTools: flags['new-tools'] }, io, agentOnlyRequests);
  let stopReporting = (): void => {};
  try {
    const choice = await chosen(flags, core, io);
    core.gateway.follow({ servers: choice, toolLimit: undefined });
    const ids = [...core.gateway.exposure.value.keys()];
    for (const id of ids) await approve(core, id, io);
    stopReporting = report(core, ids, io);
    await serveStdin(core.gateway.endpoint({ kind: 'all' }), stdin, io);
  } finally {
    stopReporting();
    await Promise.all(core.servers.value.map((server) => server.stop()));
    core.dispose();
  }
}

/** A server that cannot be approved is reported and left out: the others work without it. */
async function approve(core: Core, id: string, io: CliIo): Promise<void> {
  try {
    await core.approve(id);
  } catch (error) {
    printLines(io.stderr, ...explainFailure(core, core.server(id), error));
  }
}

/** Agents seldom show why tools are missing; their log of stderr does. */
function report(core: Core, ids: readonly string[], io: CliIo): () => void {
  const servers = ids.map((id) => core.server(id));
  const stop = watchFailures(servers, (server, fault) => printLines(io.stderr, ...explainFailure(core, server, fault)));
  const say = (notice: TrustNotice): void => printLines(io.stderr, noticeText(notice));
  for (const id of ids) {
    const held = core.held(id); // as the last session left it
    if (held.length > 0) say({ server: id, isHeld: true, definitions: held });
  }
  const notices = core.onTrustNotice(say);
  return () => (stop(), notices.dispose());
}

function noticeText({ server, isHeld, definitions }: TrustNotice): string {
  const names = definitions.map(describeDefinition).join(', ');
  return isHeld
    ? `${server}: held back until you accept it: ${names}. switchboard review ${server} shows it.`
    : `${server}: new: ${names}`;
}

async function chosen({ server, rules }: Flags, core: CliCore, io: CliIo): Promise<Readonly<Record<string, unknown>>> {
  const known = configuredNames(core);
  for (const name of server ?? []) serverNamed(core, name);
  if (known.length === 0) printLines(io.stderr, core.nothingConfigured.message); // no failure: agents start it in any folder
  const file = rules === undefined ? undefined : path.resolve(io.cwd, rules);
  const read = file === undefined ? {} : await readRules(file);
  for (const name of Object.keys(read).filter((one) => !known.includes(one)))
    printLines(io.stderr, `${file}: "${name}" is not a configured server. Configured servers: ${known.join(', ')}.`);
  const names = server ?? (rules === undefined ? known : known.filter((id) => Object.hasOwn(read, id)));
  return Object.fromEntries(names.map((name) => [name, Object.hasOwn(read, name) ? read[name] : true]));
}

async function readRules(file: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readText(file);
  if (text === undefined) throw new UsageError(`File not found: ${file}.`);
  const parsed = parseJson(text);
  if (!parsed.ok) throw new UsageError(`${file}:${firstErrorLine(text)}: not valid JSON: ${parsed.reason}`);
  if (!isRecord(parsed.value)) throw new UsageError(`${file} does not contain a JSON object.`);
  return parsed.value;
}

/** Node's own message seldom has it. */
function firstErrorLine(text: string): number {
  const [first] = parseJsonTree(text).errors;
  return text.slice(0, first?.offset).split('\n').length;
}
