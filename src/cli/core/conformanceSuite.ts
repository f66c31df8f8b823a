import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isRecord, parseJson } from '../../base/json.ts';
import { messageOf } from '../../base/fault.ts';
import { type ConformanceScenario, readChecks, readSummary } from '../../core/checks/conformance/conformanceRun.ts';
import { ScenarioTimes } from '../../core/checks/conformance/scenarioTimes.ts';
import { suitePlace } from '../../core/checks/conformance/suitePlace.ts';
import { findOnPath } from '../../core/process/findOnPath.ts';
import { runProgram, spawnProgram } from '../../core/process/spawnProgram.ts';
import { whenAborted } from '../../base/async.ts';
import { isTerminal } from './givenInputs.ts';
import { askYesNo } from '../support/askYesNo.ts';
import { VerbFailed } from '../support/failure.ts';
import { printLines, showProgress } from '../support/print.ts';
import type { CliIo } from '../support/verb.ts';

const installMs = 300_000;

/** The program of the suite. It is fetched once, after the user has agreed, and never part of our package. */
export async function suiteProgram(yes: boolean, io: CliIo): Promise<string> {
  const { spec, folder, program } = suitePlace(io.env);
  if (existsSync(program)) return program;
  printLines(io.stderr, `The official suite is not on this machine: npm fetches ${spec} into ${folder}.`);
  if (!yes && !(await askYesNo('Fetch it?', io))) throw notFetched('The suite was not fetched.');
  showProgress(io.stderr, `Fetching ${spec}`);
  await install(spec, folder, io);
  return program;
}

/** Beside its place first: half of a suite must not look like one. */
async function install(spec: string, folder: string, io: CliIo): Promise<void> {
  const npm = findOnPath('npm', io.env['PATH'] ?? '');
  if (npm === undefined) throw notFetched('There is no npm on the PATH.', 'npm comes with Node.');
  await mkdir(path.dirname(folder), { recursive: true, mode: 0o700 });
  const draft = await mkdtemp(`${folder}.`);
  try {
    const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--prefix', draft];
    await runProgram(npm, ['install', ...flags, spec], { cwd: draft, env: io.env, timeoutMs: installMs });
    await rename(draft, folder);
  } catch (error) {
    throw notFetched('npm could not fetch the suite.', messageOf(error).split('\n').slice(0, 5).join(' '));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

function notFetched(message: string, hint?: string): VerbFailed {
  return new VerbFailed(2, { code: 'conformance/not-fetched', message, ...(hint !== undefined && { hint }) });
}

/** What a version of the protocol requires of a server, each scenario with its checks. */
export async function runSuite(
  program: string,
  url: string,
  version: string,
  io: CliIo,
): Promise<readonly ConformanceScenario[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'switchboard-conformance-'));
  try {
    const args = ['server', '--url', url, '--requirements', version, '--output-dir', folder, '--timeout', '60000'];
    const { output, begun } = await outputOf([program, ...args], folder, io);
    const summary = readSummary(output);
    if (summary.length === 0)
      throw new VerbFailed(2, {
        code: 'conformance/no-result',
        message: 'The suite ended without a result.',
        output: output.trim().split('\n').slice(-5),
      });
    const checks = await Promise.all(summary.map(({ name }) => checksOf(folder, name)));
    return summary.map((one, at) => Object.assign({ checks: checks[at] ?? [] }, one, begun.get(one.name)));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Times = Pick<ConformanceScenario, 'from' | 'to'>;
interface SuiteOutput {
  readonly output: string;
  /** By scenario. */
  readonly begun: ReadonlyMap<string, Times>;
}

/** Its exit code says what its summary says. */
function outputOf(args: readonly string[], cwd: string, io: CliIo): Promise<SuiteOutput> {
  return new Promise((resolve, reject) => {
    const child = spawnProgram(process.execPath, args, { cwd, env: { ...io.env } as NodeJS.ProcessEnv });
    const stopped = whenAborted(io.stop, () => child.kill());
    let output = '';
    const times = new ScenarioTimes((scenario) => tellRunning(scenario, io));
    const take = (chunk: Buffer): void => {
      output += chunk.toString('utf8');
      times.look(output, Date.now());
    };
    child.stdout.on('data', take);
    child.stderr.on('data', take);
    child.once('error', reject);
    child.once('close', () => {
      stopped.dispose();
      times.end(Date.now());
      resolve({ output, begun: times.begun });
    });
  });
}

/** Where there is no terminal, lines: a window shows them while it waits. */
function tellRunning(scenario: string, io: CliIo): void {
  const text = `Running ${scenario}`;
  showProgress(io.stderr, text);
  if (!isTerminal(io)) printLines(io.stderr, text);
}

/** Its folder has the name of the scenario, and the time. */
async function checksOf(folder: string, scenario: string): Promise<ReturnType<typeof readChecks>> {
  const prefix = `server-${scenario}-`;
  const name = (await readdir(folder)).find(
    (one) => one.startsWith(prefix) && /^\d{4}-/.test(one.slice(prefix.length)),
  );
  if (name === undefined) return [];
  const parsed = parseJson(await readFile(path.join(folder, name, 'checks.json'), 'utf8'));
  return parsed.ok ? readChecks(isRecord(parsed.value) ? parsed.value['checks'] : parsed.value) : [];
}
