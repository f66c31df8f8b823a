import { readFileSync } from 'node:fs';
import { orAborted } from '../../base/async.ts';
import { messageOf } from '../../base/fault.ts';
import type { Check, CheckFile, CheckProblem } from '../../core/checks/model/checkFile.ts';
import type { CheckResult } from '../../core/checks/model/checkResult.ts';
import { readCheckFile } from '../../core/checks/read/readCheckFile.ts';
import { inEnvironment } from '../../core/checks/read/variables.ts';
import type { CheckReport } from '../../core/checks/report/summary.ts';
import { runCheck } from '../../core/checks/run/runCheck.ts';
import { ScriptedAnswers } from '../../core/checks/run/scriptedAnswers.ts';
import type { Redactor } from '../../core/trust/redaction/redact.ts';
import { showProgress } from '../support/print.ts';
import type { CliIo } from '../support/verb.ts';
import { type CliCore, connectServer, serverNamed } from './cliCore.ts';
import { withCore } from './withCore.ts';
import { cliFiles } from './cliSources.ts';
import { inlineCheckServer } from './inlineCheckServer.ts';
import { explainFailure } from './serverFailure.ts';

interface RunFlags {
  readonly config?: string | undefined;
  readonly environment?: string | undefined;
  readonly input?: readonly string[] | undefined;
  readonly trust: boolean;
  readonly update: boolean;
  readonly bail: boolean;
  readonly shard: { readonly index: number; readonly of: number } | undefined;
}

/** One check of one file. */
interface Planned {
  readonly checkFile: CheckFile;
  readonly check: Check;
  readonly server: string;
}

interface Done {
  readonly report: CheckReport;
  readonly redactor: Redactor;
}

/** Runs checks, each server by itself. An interrupted run is reported as far as it came. */
export function runCheckFiles(files: readonly string[], flags: RunFlags, io: CliIo): Promise<Done> {
  const start = performance.now();
  const read = files.map((file) => readIn(file, flags.environment));
  const problems = read.flatMap((one): readonly CheckProblem[] => one.problems);
  const checkFiles = read.flatMap(({ checkFile }) => (checkFile ? [checkFile] : []));
  const inline = checkFiles.flatMap((one) => inlineCheckServer(one, io.cwd).inline);
  const answers = new ScriptedAnswers();
  const work = async (core: CliCore): Promise<Done> => {
    const run = new Run(core, answers, flags, io);
    const planned = inShard(
      checkFiles.flatMap((one) => plan(one, io.cwd)),
      flags.shard,
    );
    const byServer = Map.groupBy(planned, ({ server }) => server);
    await Promise.all([...byServer].map(([server, own]) => run.ofServer(server, own)));
    const results = planned.flatMap((one) => run.results.get(one) ?? []);
    const report = { results, problems, ms: performance.now() - start, isPartial: io.stop.aborted };
    return { report, redactor: core.redactor };
  };
  return withCore({ ...flags, inline }, io, work, answers);
}

function readIn(file: string, environment: string | undefined): ReturnType<typeof readCheckFile> {
  const { checkFile, problems } = readCheckFile(file, readFileSync(file, 'utf8'));
  if (!checkFile) return { problems };
  try {
    return { checkFile: inEnvironment(checkFile, environment), problems };
  } catch (error) {
    const problem: CheckProblem = {
      file,
      message: messageOf(error),
      severity: 'error',
      isForm: false,
      span: checkFile.serverSpan,
    };
    return { problems: [...problems, problem] };
  }
}

function plan(checkFile: CheckFile, cwd: string): readonly Planned[] {
  const { name: server } = inlineCheckServer(checkFile, cwd);
  return checkFile.checks.map((check) => ({ checkFile, check, server }));
}

function inShard(planned: readonly Planned[], shard: RunFlags['shard']): readonly Planned[] {
  return shard ? planned.filter((_, at) => at % shard.of === shard.index - 1) : planned;
}

class Run {
  readonly results = new Map<Planned, CheckResult>();
  readonly #core: CliCore;
  readonly #answers: ScriptedAnswers;
  readonly #flags: RunFlags;
  readonly #io: CliIo;
  #hasFailed = false;

  constructor(core: CliCore, answers: ScriptedAnswers, flags: RunFlags, io: CliIo) {
    this.#core = core;
    this.#answers = answers;
    this.#flags = flags;
    this.#io = io;
  }

  /** A server that does not start breaks its checks, with the cause said once. */
  async ofServer(name: string, planned: readonly Planned[]): Promise<void> {
    const reason = await this.#connect(name);
    for (const [at, one] of planned.entries()) {
      if (this.#io.stop.aborted || (this.#flags.bail && this.#hasFailed)) return;
      const result = reason === undefined ? await this.#runOne(one) : broken(one, at === 0 ? reason : 'As above.');
      if (!result) return;
      this.#hasFailed ||= result.status === 'failed' || result.status === 'broken';
      this.results.set(one, result);
    }
  }

  /** Why it cannot be used. */
  async #connect(name: string): Promise<string | undefined> {
    try {
      const server = serverNamed(this.#core, name);
      showProgress(this.#io.stderr, `Connecting to ${name}`);
      await orAborted(connectServer(this.#core, server), this.#io.stop);
      return undefined;
    } catch (error) {
      const server = this.#core.servers.value.find(({ id }) => id === name);
      return server ? explainFailure(this.#core, server, error).join(' ') : messageOf(error);
    }
  }

  async #runOne({ checkFile, check, server }: Planned): Promise<CheckResult | undefined> {
    showProgress(this.#io.stderr, `${server}: ${check.title ?? check.id}`);
    try {
      return await runCheck(checkFile, check, {
        server: serverNamed(this.#core, server),
        files: cliFiles(this.#io),
        answers: this.#answers,
        env: this.#io.env,
        input: (declaration) => this.#core.inputValue(declaration, server, this.#io.stop),
        redactor: this.#core.redactor,
        isUpdating: this.#flags.update,
        signal: this.#io.stop,
      });
    } catch (error) {
      if (this.#io.stop.aborted) return undefined;
      throw error;
    }
  }
}

function broken({ checkFile, check, server }: Planned, reason: string): CheckResult {
  return { file: checkFile.file, server, check, status: 'broken', ms: 0, mismatches: [], reason };
}
