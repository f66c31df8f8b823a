import { sleep } from '../../../base/async.ts';
import { l10n } from '../../../base/l10n.ts';
import { messageOf } from '../../../base/fault.ts';
import { sameJson } from '../../../base/json.ts';
import type { FilesPort } from '../../ports/ports.ts';
import type { ManagedServer } from '../../servers/model/server.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';
import type { Check, CheckFile, Step } from '../model/checkFile.ts';
import type { CheckResult, Mismatch } from '../model/checkResult.ts';
import { type VariableSources, fill, fillObject, readVariables, unknownVariable } from '../read/variables.ts';
import { applyMask, findNoise, maskOf } from '../snapshot/noise.ts';
import {
  type Snapshot,
  readSnapshot,
  snapshotPath,
  sorted,
  withoutEnvelope,
  writeSnapshot,
} from '../snapshot/snapshotFile.ts';
import { mismatchesOf } from './expectations.ts';
import { partAt } from './resultParts.ts';
import type { ScriptedAnswers } from './scriptedAnswers.ts';
import { type Outcome, send } from './target.ts';

interface CheckContext extends VariableSources {
  readonly server: ManagedServer;
  readonly files: FilesPort;
  readonly answers: ScriptedAnswers;
  /** Snapshots that differ are written anew. */
  readonly isUpdating: boolean;
  /** In front of what is written: a snapshot belongs in a repository. */
  readonly redactor: Pick<Redactor, 'value'>;
  readonly signal: AbortSignal;
  /** Before each step, with its variables filled in. */
  readonly beforeStep?: (step: Step) => Promise<void> | void;
  readonly afterStep?: (outcome: Outcome) => void;
}

/** Runs the steps of a check in turn, until one is not as expected. */
export async function runCheck(checkFile: CheckFile, check: Check, context: CheckContext): Promise<CheckResult> {
  const about = { file: checkFile.file, server: context.server.id, check };
  if (check.skip !== undefined) return { ...about, status: 'skipped', ms: 0, mismatches: [], reason: check.skip };
  const start = performance.now();
  const ms = (): number => Math.round((performance.now() - start) * 10) / 10;
  try {
    const { mismatches, snapshot } = await new CheckRun(checkFile, check, context).run();
    const status = mismatches.length > 0 ? 'failed' : 'passed';
    return { ...about, status, ms: ms(), mismatches, ...(snapshot && { snapshot }) };
  } catch (error) {
    context.signal.throwIfAborted();
    return { ...about, status: 'broken', ms: ms(), mismatches: [], reason: messageOf(error) };
  }
}

interface Ran {
  readonly mismatches: readonly Mismatch[];
  readonly snapshot?: CheckResult['snapshot'];
}

class CheckRun {
  readonly #checkFile: CheckFile;
  readonly #check: Check;
  readonly #context: CheckContext;
  #variables = new Map<string, unknown>();
  #snapshot: CheckResult['snapshot'];

  constructor(checkFile: CheckFile, check: Check, context: CheckContext) {
    this.#checkFile = checkFile;
    this.#check = check;
    this.#context = context;
  }

  async run(): Promise<Ran> {
    this.#variables = await readVariables(this.#checkFile, this.#context);
    this.#assertKnown();
    for (const [at, step] of this.#check.steps.entries()) {
      const filled = this.#filled(step);
      await this.#context.beforeStep?.(filled);
      const mismatches = await this.#runStep(filled, at);
      if (mismatches.length > 0) return this.#ran(mismatches);
    }
    return this.#ran([]);
  }

  /** Without environments, a name that has no value is a mistake of the file. */
  #assertKnown(): void {
    if (Object.keys(this.#checkFile.environments).length === 0) return;
    const unknown = unknownVariable(this.#check, [...this.#variables.keys()]);
    if (unknown !== undefined) throw new Error(l10n.t('"{0}" has no value in this environment.', unknown));
  }

  #ran(mismatches: readonly Mismatch[]): Ran {
    return { mismatches, ...(this.#snapshot && { snapshot: this.#snapshot }) };
  }

  #filled(step: Step): Step {
    if (this.#variables.size === 0) return step; // a name without a value is a mistake of the file
    return {
      ...step,
      target: String(fill(step.target, this.#variables)),
      args: fillObject(step.args, this.#variables),
      answers: step.answers.map((answer) => fillObject(answer, this.#variables)),
    };
  }

  async #runStep(step: Step, at: number): Promise<readonly Mismatch[]> {
    const outcome = await this.#send(step);
    this.#context.afterStep?.(outcome);
    const isKept = step.expect.snapshot === true || step.expect.maxTimes !== undefined;
    const file = isKept ? snapshotPath(this.#checkFile.file, this.#check.id, at) : '';
    const kept = isKept ? await readSnapshot(this.#context.files, file) : undefined;
    const tool = this.#context.server.tools.peek().find(({ name }) => name === step.target);
    const mismatches = mismatchesOf({ step, outcome, tool, usualMs: kept?.ms });
    if (mismatches.length > 0) return mismatches;
    for (const [name, pointer] of Object.entries(step.take)) {
      const value = partAt(outcome.result, pointer);
      if (value === undefined) return [missing(name, pointer, step)];
      this.#variables.set(name, value);
    }
    return isKept ? this.#compare(step, outcome, kept, file) : [];
  }

  #send(step: Step): Promise<Outcome> {
    this.#context.answers.use(this.#context.server.id, step.answers);
    return send(this.#context.server, step, this.#context.signal);
  }

  async #compare(step: Step, outcome: Outcome, kept: Snapshot | undefined, file: string): Promise<readonly Mismatch[]> {
    const result = this.#kept(outcome);
    const noise = [...step.ignore, ...(kept?.noise ?? [])];
    const actual = applyMask(result, maskOf(noise));
    if (kept && (step.expect.snapshot !== true || sameJson(actual, applyMask(kept.result, maskOf(noise))))) return [];
    if (kept && !this.#context.isUpdating) return [differs(step, kept.result, actual)];
    await this.#write(step, outcome, file);
    this.#snapshot = kept ? 'updated' : 'written';
    return [];
  }

  #kept({ result }: Outcome): unknown {
    return this.#context.redactor.value(withoutEnvelope(result));
  }

  /** Once more, so that what differs by itself is known. A step that changes something is not run twice. */
  async #write(step: Step, first: Outcome, file: string): Promise<void> {
    const result = this.#kept(first);
    const again = this.#isRepeatable(step) ? this.#kept(await this.#later(step)) : result;
    const found = findNoise(applyMask(result, maskOf(step.ignore)), applyMask(again, maskOf(step.ignore)));
    const masked = applyMask(result, maskOf([...step.ignore, ...found]));
    const ms = Math.round(first.ms * 10) / 10;
    await writeSnapshot(this.#context.files, file, { mcpsnapshot: 1, ms, noise: found, result: masked });
  }

  /** After more than a second: a time may have seconds only. */
  async #later(step: Step): Promise<Outcome> {
    await sleep(1_100, this.#context.signal);
    return this.#send(step);
  }

  #isRepeatable({ kind, target }: Step): boolean {
    if (kind !== 'call') return true;
    const tool = this.#context.server.tools.peek().find(({ name }) => name === target);
    return tool?.annotations?.['readOnlyHint'] === true || tool?.annotations?.['idempotentHint'] === true;
  }
}

function missing(name: string, pointer: string, { span }: Step): Mismatch {
  return {
    expectation: 'take',
    line: span.line,
    message: l10n.t('The result has nothing at {0} for "{1}".', pointer, name),
  };
}

function differs({ span }: Step, expected: unknown, actual: unknown): Mismatch {
  const text = (value: unknown): string => JSON.stringify(sorted(value), undefined, 2); // as the file has it
  return {
    expectation: 'snapshot',
    line: span.line,
    message: l10n.t('The result differs from its snapshot.'),
    expected: text(expected),
    actual: text(actual),
  };
}
