import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { orAborted } from '../../base/async.ts';
import { parseJson } from '../../base/json.ts';
import { plainText } from '../../base/text/plainText.ts';
import {
  type ConformanceChange,
  type ConformanceRun,
  type ConformanceScenario,
  changesBetween,
  isConformanceRun,
} from '../../core/checks/conformance/conformanceRun.ts';
import { suiteVersion } from '../../core/checks/conformance/suitePlace.ts';
import { replaceFile } from '../../core/files/replaceFile.ts';
import { agentOnlyRequests } from '../../core/gateway/calls/clientRequestRouter.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { type CliCore, configFlag, connectServer, serverNamed, trustFlag } from '../core/cliCore.ts';
import { withCore } from '../core/withCore.ts';
import { runSuite, suiteProgram } from '../core/conformanceSuite.ts';
import { conformanceTarget } from '../core/conformanceTarget.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { orNotTried } from '../core/serverFailure.ts';
import { printJson, printLines, showProgress } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import { type CliIo, defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'conformance',
  about: `Runs the official conformance suite against a server: the scenarios that a version of the protocol requires, each
with what was expected and what came. The suite is fetched with npm once, after asking. It speaks HTTP: a server
with another transport is offered to it through our gateway, and then both are under test.`,
  operands: [{ name: 'SERVER', what: 'a server' }],
  flags: {
    version: {
      type: 'choice',
      values: ['2025-11-25', '2026-07-28'],
      otherwise: 'the one that the server speaks',
      meaning: 'version of the protocol',
    },
    out: { type: 'text', value: 'FILE', meaning: 'keep the results in a file' },
    compare: { type: 'text', value: 'FILE', meaning: 'tell what is different from the results in this file' },
    yes: { type: 'switch', meaning: 'fetch the suite without asking' },
    config: configFlag,
    input: inputFlag,
    trust: trustFlag,
    json: { type: 'switch', meaning: 'print the results as JSON' },
  },
  notes: `Many scenarios call tools, prompts and resources of the suite (test_..., test://...): a server without them
fails these. See the README of @modelcontextprotocol/conformance.`,
  examples: [
    'switchboard conformance notes --yes --out before.json',
    'switchboard conformance notes --compare before.json',
  ],
  exit: {
    failed: 'a required scenario fails; with --compare: one fails that passed before',
    notTried: 'the server cannot be connected, or the suite cannot be fetched',
  },
} as const satisfies VerbTable;

export const conformance = defineVerb(table, async ({ flags, operands: [id = ''] }, io) => {
  const before = flags.compare === undefined ? undefined : await readRun(path.resolve(io.cwd, flags.compare));
  const work = async (core: CliCore): Promise<number> => {
    const server = serverNamed(core, id);
    const program = await suiteProgram(flags.yes, io);
    showProgress(io.stderr, `Connecting to ${id}`);
    await orNotTried(core, server, io, connectServer(core, server));
    const run = core.redactor.value(await runAgainst(core, server, program, flags.version, io)) as ConformanceRun;
    if (flags.out !== undefined) await keep(path.resolve(io.cwd, flags.out), run);
    const changes = before && changesBetween(before, run);
    if (flags.json) printJson(io.stdout, { ...run, ...(changes && { changes }) });
    else printLines(io.stdout, ...linesOf(run, changes).map(plainText));
    return changes ? Number(changes.some(({ change }) => change === 'broken')) : Number(run.scenarios.some(isFailure));
  };
  return withCore(flags, io, work, agentOnlyRequests);
});

async function runAgainst(
  core: CliCore,
  server: ManagedServer,
  program: string,
  asked: string | undefined,
  io: CliIo,
): Promise<ConformanceRun> {
  const version = asked ?? versionOf(server);
  const target = await conformanceTarget(core, server.id, io);
  if (target.isGateway) printLines(io.stderr, `${server.id} is offered to the suite through the gateway.`);
  try {
    const scenarios = await orAborted(runSuite(program, target.url, version, io), io.stop);
    return { mcpconformance: 1, server: server.id, suite: suiteVersion, version, scenarios };
  } finally {
    await target.close();
  }
}

/** The requirements are kept for two versions: an older one is measured by the first of them. */
function versionOf({ state: { value } }: ManagedServer): string {
  const spoken = value.kind === 'connected' ? (value.info.protocolVersion ?? '') : '';
  return spoken >= '2026' ? '2026-07-28' : '2025-11-25';
}

async function readRun(file: string): Promise<ConformanceRun> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  if (text === undefined) throw new UsageError(`File not found: ${file}.`);
  const parsed = parseJson(text);
  if (parsed.ok && isConformanceRun(parsed.value)) return parsed.value;
  throw new UsageError(`${file} holds no results of this command. Write one with --out.`);
}

async function keep(file: string, run: ConformanceRun): Promise<void> {
  await replaceFile(file, Buffer.from(`${JSON.stringify(run, undefined, 2)}\n`));
}

function isFailure({ passed, isScored }: ConformanceScenario): boolean {
  return isScored && !passed;
}

function linesOf(run: ConformanceRun, changes: readonly ConformanceChange[] | undefined): readonly string[] {
  const { server, version, scenarios } = run;
  const scored = scenarios.filter(({ isScored }) => isScored);
  const passed = scored.filter((one) => one.passed).length;
  return [
    ...scenarios.flatMap(scenarioLines),
    `${server}: ${passed} of ${scored.length} scenarios that ${version} requires pass`,
    ...(changes ?? []).map(({ scenario, change }) => `  ${change.padEnd(6)}  ${scenario}`),
    ...(changes?.length === 0 ? ['  as before'] : []),
  ];
}

function scenarioLines({ name, passed, isScored, checks }: ConformanceScenario): readonly string[] {
  const failed = checks.filter(({ status }) => status === 'failed');
  return [
    `${passed ? '✔' : '✖'} ${name}${isScored ? '' : ' (not required)'}`,
    ...failed.flatMap(({ expected, came = 'something else' }) => [
      `    expected: ${expected}`,
      `    came:     ${came}`,
    ]),
  ];
}
