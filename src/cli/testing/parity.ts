import { plainText } from '../../base/text/plainText.ts';
import { inEachEra } from '../../core/checks/eras.ts';
import { type ParityDifference, differencesBetween } from '../../core/checks/parity/compare.ts';
import { type Observation, observe } from '../../core/checks/parity/observe.ts';
import { ObservedQuestions } from '../../core/checks/parity/observedQuestions.ts';
import { serveInMemory } from '../../core/mcpServer/serving/serveInMemory.ts';
import { createManagedServer } from '../../core/servers/managedServer.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { silentTap } from '../../core/wire/tap.ts';
import { type CliCore, configFlag, connectServer, serverNamed, trustFlag } from '../core/cliCore.ts';
import { withCore } from '../core/withCore.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { orNotTried } from '../core/serverFailure.ts';
import { printJson, printLines, showProgress } from '../support/print.ts';
import { type CliIo, defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'parity',
  about: `Compares what a server does in each protocol version that it speaks, directly and through the gateway: lists,
harmless calls and the questions that they ask, errors and cancellation. A difference that 2026-07-28 asks for names
its proposal.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    tool: {
      type: 'text',
      value: 'NAME',
      many: true,
      meaning: 'call this tool too, with arguments made from its schema; else only read-only ones are called',
    },
    config: configFlag,
    input: inputFlag,
    trust: trustFlag,
    json: { type: 'switch', meaning: 'print the differences as JSON' },
  },
  examples: ['switchboard parity notes --tool ask_user', 'switchboard parity notes --config mcp.json --trust --json'],
  exit: { failed: 'there is a difference that no proposal asks for', notTried: 'the server cannot be connected' },
} as const satisfies VerbTable;

interface ParityReport {
  readonly server: string;
  readonly ways: readonly string[];
  readonly differences: readonly ParityDifference[];
}

/** What is compared. */
interface Subject {
  readonly id: string;
  readonly also: readonly string[];
  readonly questions: ObservedQuestions;
}

export const parity = defineVerb(table, ({ flags, operands: [id = ''] }, io) => {
  const subject: Subject = { id, also: flags.tool ?? [], questions: new ObservedQuestions() };
  return withCore(flags, io, (core) => compareWays(core, subject, flags.json, io), subject.questions);
});

async function compareWays(core: CliCore, subject: Subject, json: boolean, io: CliIo): Promise<number> {
  const { id } = subject;
  const direct = await observeWays(core, serverNamed(core, id), subject, 'direct', io);
  const gateway = gatewayOf(core, subject);
  try {
    const all = [...direct, ...(await observeWays(core, gateway, subject, 'through the gateway', io))];
    const report = { server: id, ways: all.map(({ way }) => way), differences: differencesBetween(all) };
    const clean = (text: string): string => core.redactor.text(plainText(text));
    if (json) printJson(io.stdout, core.redactor.value(report));
    else printLines(io.stdout, ...linesOf(report).map(clean));
    return report.differences.some(({ proposal }) => proposal === undefined) ? 1 : 0;
  } finally {
    await gateway.dispose();
  }
}

/** What an agent gets of the server, as a server. */
function gatewayOf(core: CliCore, { id, questions }: Subject): ManagedServer {
  core.gateway.follow({ servers: { [id]: true }, toolLimit: undefined });
  const endpoint = core.gateway.endpoint({ kind: 'server', id });
  return createManagedServer({
    id: `${id} through the gateway`,
    label: id,
    source: 'gateway',
    transport: 'memory',
    launch: { kind: 'memory', serve: (end) => serveInMemory(endpoint, end) },
    tap: { open: () => silentTap },
    clientRequests: questions,
  });
}

async function observeWays(
  core: CliCore,
  server: ManagedServer,
  { id, also, questions }: Subject,
  through: string,
  io: CliIo,
): Promise<readonly Observation[]> {
  showProgress(io.stderr, `Connecting, ${through}`);
  await orNotTried(core, server, io, connectServer(core, server));
  const look = (): Promise<Observation> => {
    const state = server.state.value;
    const version = state.kind === 'connected' ? state.info.protocolVersion : '';
    showProgress(io.stderr, `Looking, ${version}, ${through}`);
    const way = `${version}, ${through}`;
    return observe(server, { way, ownName: (name) => ownName(id, name), questions, also, signal: io.stop });
  };
  return orNotTried(core, server, io, inEachEra(server, look));
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
