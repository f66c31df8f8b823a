import { realpath } from 'node:fs/promises';
import { stripVTControlCharacters } from 'node:util';
import { cancelledFault, Semaphore } from '../../../base/async.ts';
import { Fault } from '../../../base/fault.ts';
import { Lifetime } from '../../../base/lifetime.ts';
import { errorOutcome, textOutcome, type ToolContext, type ToolOutcome } from '../../mcpServer/tool.ts';
import { type Backend, type BackendAnswer, type BackendResult, failure } from '../model/backend.ts';
import { type FileChange, findChanges, takeSnapshot } from '../changes/changes.ts';
import type { KimiConfig } from '../model/config.ts';
import type { SkippedFile } from '../prompt/files.ts';
import { withLock } from '../../files/lock.ts';
import {
  cancelledOutcome,
  changedLines,
  failureText,
  joinTexts,
  setupText,
  skippedLines,
  timeoutText,
} from './outcomeText.ts';
import { type KimiHost, kimiPort } from '../model/port.ts';
import { withPrivateDir } from '../process/privateDir.ts';
import { createRedact, type Redact } from './redaction.ts';
import { RunProgress } from './runProgress.ts';
import { chooseBackends, type DetectedBackends, detectBackends, whyNot } from '../backends/detectBackends.ts';
import type { Access } from '../model/task.ts';

/** Everything about a task that its backends need to know. */
interface Job {
  readonly title: string;
  readonly access: Access;
  readonly prompt: string;
  readonly skipped: readonly SkippedFile[];
  readonly lockDir: string;
  /** Absent where no folder is open. */
  readonly folder?: string;
}

export async function runTask(
  host: KimiHost,
  config: KimiConfig,
  context: ToolContext,
  job: Job,
): Promise<ToolOutcome> {
  const survey = await detectBackends(host, config, context.signal);
  const redact = createRedact(host.env, survey.secrets);
  const backends = chooseBackends(survey, config.backend, job.access === 'write');
  if (backends.length === 0) return noBackend(survey, config, job, redact);
  context.becomeTask?.(); // everything that may be refused or asked has been
  const lifetime = new Lifetime();
  try {
    const progress = lifetime.add(new RunProgress(context, redact));
    const cancelled = watch(host, context, job, progress, lifetime);
    const run = new TaskRun({ host, config, job, progress, context, cancelled, redact });
    return await run.inTurn(backends, survey);
  } catch (error) {
    if (Fault.is(error, 'cancelled') && !context.signal.aborted) return cancelledOutcome();
    throw error;
  } finally {
    lifetime.dispose();
  }
}

function noBackend(survey: DetectedBackends, config: KimiConfig, job: Job, redact: Redact): ToolOutcome {
  const write = job.access === 'write';
  return errorOutcome(setupText(whyNot(survey, config.backend, write), write, job.prompt, redact));
}

/** The client may cancel, and so may the user who watches the run in the editor. */
function watch(host: KimiHost, context: ToolContext, job: Job, progress: RunProgress, lifetime: Lifetime): AbortSignal {
  const byPerson = new AbortController();
  const run = { title: job.title, onProgress: progress.onProgress, cancel: () => byPerson.abort() };
  const watching = kimiPort(host).watchRun?.(run);
  if (watching) lifetime.add(watching);
  return AbortSignal.any([context.signal, byPerson.signal]);
}

/** Runs at once in one folder; a run that may write also waits for every other such run, in any process. */
const semaphores = new Map<string, Semaphore>();

function semaphoreFor(folder: string, size: number): Semaphore {
  const key = `${size}\0${folder}`;
  const semaphore = semaphores.get(key) ?? new Semaphore(size);
  semaphores.set(key, semaphore);
  return semaphore;
}

interface RunParts {
  readonly host: KimiHost;
  readonly config: KimiConfig;
  readonly job: Job;
  readonly progress: RunProgress;
  readonly context: ToolContext;
  /** By the client or by the user. */
  readonly cancelled: AbortSignal;
  readonly redact: Redact;
}

class TaskRun {
  readonly #is: RunParts;

  constructor(parts: RunParts) {
    this.#is = parts;
  }

  async inTurn(backends: readonly Backend[], survey: DetectedBackends): Promise<ToolOutcome> {
    const { access, folder, lockDir } = this.#is.job;
    const semaphore = semaphoreFor(folder ?? '', this.#is.config.concurrency);
    if (semaphore.running >= this.#is.config.concurrency)
      this.#is.progress.report('Waiting for another Kimi run in this folder');
    const work = (): Promise<ToolOutcome> => this.#run(backends, survey);
    const waits = (): void => this.#is.progress.report('Waiting for another Kimi run that may write in this folder');
    return semaphore.run(
      async () =>
        access === 'write'
          ? withLock(await realpath(folder!), { lockDir, signal: this.#is.cancelled, onWait: waits }, work)
          : work(),
      this.#is.cancelled,
    );
  }

  async #run(backends: readonly Backend[], survey: DetectedBackends): Promise<ToolOutcome> {
    const { access, folder } = this.#is.job;
    const started = performance.now();
    const before = access === 'write' ? await takeSnapshot(folder!) : undefined;
    const tooLate = AbortSignal.timeout(this.#is.config.timeoutMs);
    const tried = await this.#tryEach(backends, AbortSignal.any([this.#is.cancelled, tooLate]));
    const changes = before ? await findChanges(before) : [];
    if (changes.length > 0) kimiPort(this.#is.host).showChanges?.(changes, this.#is.job.title);
    if (this.#is.context.signal.aborted) throw cancelledFault(this.#is.context.signal);
    const changed = joinTexts(changedLines(changes), before?.incomplete ? tooManyFiles : '');
    // First, because an answer that came in time is one, whatever fired while the files were compared.
    if (tried.result.ok) return this.#answered(tried.backend, tried.result, changes, changed, started);
    if (this.#is.cancelled.aborted) return cancelledOutcome(this.#is.redact(changed));
    if (tooLate.aborted) return this.#failed(timeoutText(this.#is.config.timeoutMs), changed);
    if (tried.result.kind === 'unusable') return this.#unusable(survey, tried.reasons);
    return this.#failed(failureText(tried.backend.id, tried.result), changed);
  }

  /** `auto` goes on where a backend cannot work at all; a task that failed is not done twice. */
  async #tryEach(backends: readonly Backend[], signal: AbortSignal): Promise<Tried> {
    const reasons = new Map<string, string>();
    let last: Tried | undefined;
    for (const backend of backends) {
      this.#is.progress.report(`Using ${backend.label}`);
      const result = await this.#attempt(backend, signal);
      last = { backend, result, reasons };
      if (result.ok || result.kind !== 'unusable' || signal.aborted) return last;
      reasons.set(backend.id, result.output);
      this.#is.progress.report(`${backend.label} cannot be used: ${result.output}`);
    }
    return last!;
  }

  async #attempt(backend: Backend, signal: AbortSignal): Promise<BackendResult> {
    const { access, folder, prompt } = this.#is.job;
    const { model } = this.#is.config;
    const run = { access, prompt, signal, onProgress: this.#is.progress.report, ...(model !== undefined && { model }) };
    try {
      // In an untrusted workspace Kimi does not even run inside it.
      if (access === 'none') return await withPrivateDir((cwd) => backend.run({ ...run, cwd }));
      return await backend.run({ ...run, cwd: folder! });
    } catch (error) {
      if (Fault.is(error, 'kimi/unavailable')) return failure('unusable', error.message);
      throw error;
    }
  }

  #answered(
    backend: Backend,
    answer: BackendAnswer,
    changes: readonly FileChange[],
    changed: string,
    started: number,
  ): ToolOutcome {
    const { skipped } = this.#is.job;
    const text = this.#is.redact(joinTexts(stripVTControlCharacters(answer.text), changed, skippedLines(skipped)));
    return textOutcome(text, {
      text,
      filesChanged: changes.map((change) => change.path),
      skippedFiles: skipped,
      backend: answer.model === undefined ? backend.label : `${backend.label} ${answer.model}`,
      durationMs: Math.round(performance.now() - started),
      ...(answer.usage && { usage: answer.usage }),
    });
  }

  #failed(text: string, changed: string): ToolOutcome {
    return errorOutcome(this.#is.redact(joinTexts(text, changed)));
  }

  #unusable(survey: DetectedBackends, reasons: ReadonlyMap<string, string>): ToolOutcome {
    const write = this.#is.job.access === 'write';
    const lines = whyNot(survey, this.#is.config.backend, write).map((line) => {
      const reason = reasons.get(line.slice(0, line.indexOf(':')));
      return reason === undefined ? line : `${line}; ${reason}`;
    });
    return errorOutcome(setupText(lines, write, this.#is.job.prompt, this.#is.redact));
  }
}

interface Tried {
  readonly backend: Backend;
  readonly result: BackendResult;
  /** Why earlier backends could not be used, by id. */
  readonly reasons: ReadonlyMap<string, string>;
}

const tooManyFiles = 'The folder has too many files to compare them all: the list of changes may be incomplete.';
