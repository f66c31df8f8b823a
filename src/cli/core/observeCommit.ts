import path from 'node:path';
import { PassThrough } from 'node:stream';
import { sleep } from '../../base/async.ts';
import { messageOf } from '../../base/fault.ts';
import type { JsonObject } from '../../base/json.ts';
import { surfaceOf } from '../../core/checks/baseline/surface.ts';
import type { Observation, ObservedCheck } from '../../core/checks/bisect/observation.ts';
import type { Checkout } from '../../core/checks/bisect/commits.ts';
import type { Check, CheckFile } from '../../core/checks/model/checkFile.ts';
import { runCheck } from '../../core/checks/run/runCheck.ts';
import { ScriptedAnswers } from '../../core/checks/run/scriptedAnswers.ts';
import { withoutEnvelope } from '../../core/checks/snapshot/snapshotFile.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import { parseConfig } from '../../core/config/parse/parseConfig.ts';
import { runProgram, systemProgram } from '../../core/process/spawnProgram.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { CliIo } from '../support/verb.ts';
import { type CliCore, connectServer, serverNamed } from './cliCore.ts';
import { cliFiles } from './cliSources.ts';
import { explainFailure } from './serverFailure.ts';
import { withCore } from './withCore.ts';

/** How a server is run at a commit. */
export interface CommitRun {
  readonly checkFile: CheckFile;
  /** As it is configured in the work tree. */
  readonly entry: ServerEntry;
  /** Of the repository. */
  readonly root: string;
  readonly build?: string | undefined;
  readonly input?: readonly string[] | undefined;
}

const serverName = 'bisect';
/** A time may have seconds only. */
const betweenMs = 1_100;

/** Starts the server of a copy once, and runs the checks so many times. */
export async function observeCommit(
  run: CommitRun,
  { folder, stateFolder }: Checkout,
  times: number,
  io: CliIo,
): Promise<readonly Observation[]> {
  const failure = await built(run, folder);
  if (failure !== undefined) return [{ failure, checks: {} }];
  // What was approved is the launch in the work tree: the same is not told again for each copy.
  const stderr = new PassThrough().resume();
  const inside = {
    ...io,
    stderr,
    cwd: moved(io.cwd, run.root, folder),
    env: { ...io.env, XDG_STATE_HOME: stateFolder },
  };
  const answers = new ScriptedAnswers();
  const work = (core: CliCore): Promise<readonly Observation[]> => observe(core, run, answers, times, io);
  return withCore({ trust: true, input: run.input, inline: [configOf(run, folder)] }, inside, work, answers);
}

async function built({ build }: CommitRun, folder: string): Promise<string | undefined> {
  if (build === undefined) return undefined;
  try {
    const isWindows = process.platform === 'win32';
    const shell = systemProgram(isWindows ? 'cmd.exe' : 'sh');
    await runProgram(shell, isWindows ? ['/d', '/s', '/c', build] : ['-c', build], { cwd: folder });
    return undefined;
  } catch (error) {
    return `The build failed. ${messageOf(error)}`;
  }
}

async function observe(
  core: CliCore,
  { checkFile }: CommitRun,
  answers: ScriptedAnswers,
  times: number,
  io: CliIo,
): Promise<readonly Observation[]> {
  const server = serverNamed(core, serverName);
  try {
    await connectServer(core, server);
  } catch (error) {
    io.stop.throwIfAborted();
    return [{ failure: explainFailure(core, server, error).slice(0, 2).join(' '), checks: {} }];
  }
  const observations: Observation[] = [];
  for (let turn = 0; turn < times; turn++) {
    if (turn > 0) await sleep(betweenMs, io.stop);
    const checks: Record<string, ObservedCheck> = {};
    for (const check of checkFile.checks)
      checks[check.id] = await observeCheck(core, server, checkFile, check, answers, io);
    observations.push({ checks, surface: await surfaceOf(server) });
  }
  return observations;
}

async function observeCheck(
  core: CliCore,
  server: ManagedServer,
  checkFile: CheckFile,
  check: Check,
  answers: ScriptedAnswers,
  io: CliIo,
): Promise<ObservedCheck> {
  const results: unknown[] = [];
  const { status, ms, reason, mismatches } = await runCheck(checkFile, check, {
    server,
    files: cliFiles(io),
    answers,
    env: io.env,
    input: (declaration) => core.inputValue(declaration, server.id, io.stop),
    redactor: core.redactor,
    isUpdating: false,
    signal: io.stop,
    afterStep: ({ errorMessage, result }) => void results.push(errorMessage ?? withoutEnvelope(result)),
  });
  const why = reason ?? mismatches[0]?.message;
  return { status, ms, results, ...(why !== undefined && { reason: why }) };
}

/** The entry of the work tree with the paths of the copy: what changes from commit to commit is the server alone. */
function configOf({ entry, root }: CommitRun, folder: string): ReturnType<typeof parseConfig> {
  const body = JSON.parse(JSON.stringify(entry.raw), (_, value: unknown) =>
    typeof value === 'string' ? value.replaceAll(root, folder) : value,
  ) as JsonObject;
  const inputs = entry.inputs.map(({ id, kind, description, password }) => ({ id, type: kind, description, password }));
  const home = entry.source.folder?.path ?? path.dirname(entry.source.file);
  const own = moved(home, root, folder);
  const text = JSON.stringify({ inputs, servers: { [serverName]: body } });
  return parseConfig(text, 'plain', path.join(own, '.bisect.json'), { name: path.basename(own), path: own });
}

/** A folder of the work tree, in the copy. */
function moved(place: string, root: string, folder: string): string {
  const way = path.relative(root, place);
  return way.startsWith('..') || path.isAbsolute(way) ? place : path.join(folder, way);
}
