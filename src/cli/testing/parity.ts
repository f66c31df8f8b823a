import { orAborted } from '../../base/async.ts';
import { plainText } from '../../base/plainText.ts';
import { inEachEra } from '../../core/checks/eras.ts';
import { type ParityDifference, differencesBetween } from '../../core/checks/parity/compare.ts';
import { type Observation, observe } from '../../core/checks/parity/observe.ts';
import { ScriptedAnswers } from '../../core/checks/run/scriptedAnswers.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { type CliCore, type InlineServer, configFlag, connectServer, openCore, serverNamed } from '../core/cliCore.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { orNotTried } from '../core/serverFailure.ts';
import { printJson, printLines, showProgress } from '../support/print.ts';
import { type CliIo, defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'parity',
  about: `Compares what a server does in each protocol version that it speaks, directly and through the gateway: lists,
harmless calls, errors and cancellation. A difference that 2026-07-28 asks for names its proposal.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    config: configFlag,
    input: inputFlag,
    trust: { type: 'switch', meaning: 'approve the server if it is not approved yet, and remember the approval' },
    json: { type: 'switch', meaning: 'print the differences as JSON' },
  },
  examples: ['switchboard parity notes', 'switchboard parity notes --config mcp.json --trust --json'],
  exit: { failed: 'there is a difference that no proposal asks for', notTried: 'the server cannot be connected' },
} as const satisfies VerbTable;

interface ParityReport {
  readonly server: string;
  readonly ways: readonly string[];
  readonly differences: readonly ParityDifference[];
}

/** Its name must not be that of a configured server. */
const gatewayName = 'switchboard-gateway-of-parity';

export const parity = defineVerb(table, async ({ flags, operands: [id = ''] }, io) => {
  const core = await openCore({ ...flags, inline: [gatewayFor(id, flags, io)] }, io, new ScriptedAnswers());
  try {
    const server = serverNamed(core, id);
    const direct = await observeWays(core, server, id, 'direct', io);
    const gateway = await observeWays(core, serverNamed(core, gatewayName), id, 'through the gateway', io);
    const all = [...direct, ...gateway];
    const report = { server: id, ways: all.map(({ way }) => way), differences: differencesBetween(all) };
    const clean = (text: string): string => core.redactor.text(plainText(text));
    if (flags.json) printJson(io.stdout, core.redactor.value(report));
    else printLines(io.stdout, ...linesOf(report).map(clean));
    return report.differences.some(({ proposal }) => proposal === undefined) ? 1 : 0;
  } finally {
    await Promise.all(core.servers.value.map((server) => server.stop()));
    core.dispose();
  }
});

/** Our own gateway as a server: what an agent gets that is started with this command. */
function gatewayFor(
  id: string,
  { config, input = [] }: { config?: string | undefined; input?: readonly string[] | undefined },
  io: CliIo,
): InlineServer {
  const given = [...(config === undefined ? [] : ['--config', config]), ...input.flatMap((one) => ['--input', one])];
  const args = [process.argv[1] ?? '', 'gateway', '--alone', '--server', id, ...given];
  return {
    name: gatewayName,
    entry: { command: process.execPath, args, cwd: io.cwd },
    file: `${io.cwd}/${gatewayName}.json`,
  };
}

async function observeWays(
  core: CliCore,
  server: ManagedServer,
  id: string,
  through: string,
  io: CliIo,
): Promise<readonly Observation[]> {
  showProgress(io.stderr, `Connecting, ${through}`);
  await orNotTried(core, server, io, connectServer(core, server));
  const look = (): Promise<Observation> => {
    const state = server.state.value;
    const version = state.kind === 'connected' ? state.info.protocolVersion : '';
    showProgress(io.stderr, `Looking, ${version}, ${through}`);
    return observe(server, { way: `${version}, ${through}`, ownName: (name) => ownName(id, name), signal: io.stop });
  };
  return orAborted(orNotTried(core, server, io, inEachEra(server, look)), io.stop);
}

/** The gateway puts the name of the server in front, and adds tools of its own. */
function ownName(id: string, name: string): string | undefined {
  const prefix = `mcp_${id}_`;
  if (name.startsWith('switchboard_')) return undefined;
  return name.startsWith(prefix) ? name.slice(prefix.length) : name;
}

function linesOf({ server, ways, differences }: ParityReport): readonly string[] {
  const rows = differences.flatMap(({ what, ways: each, proposal }) => [
    `${what}${proposal === undefined ? '' : ` (asked for by ${proposal})`}`,
    ...each.map(({ way, seen }) => `    ${way}: ${seen}`),
  ]);
  return [...rows, `${server}: ${differences.length} differences between ${ways.join('; ')}`];
}
