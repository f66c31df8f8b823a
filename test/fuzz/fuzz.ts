import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { NewCoverage } from './coverage.ts';
import { Dice } from './dice.ts';
import { mutate } from './mutate.ts';
import type { FuzzTarget } from './target.ts';

/** A case takes no longer than this. */
export const longestMs = 1_000;

interface FuzzOptions {
  readonly seed: number;
  readonly cases: number;
  /** Texts that ran something new are changed further. */
  readonly coverage?: NewCoverage;
  /** Before each case: a case that never ends can only be reported by somebody else. */
  begin?(target: FuzzTarget, input: string): void;
}

interface FuzzFinding {
  readonly input: string;
  readonly error: unknown;
}

interface FuzzOutcome {
  readonly cases: number;
  /** Texts that ran something new. */
  readonly interesting: number;
  readonly slowestMs: number;
  readonly findings: readonly FuzzFinding[];
}

const mostFindings = 10;
const mostInteresting = 2_000;
/** So many cases share one look at the coverage. */
const portion = 16;

export async function fuzz(target: FuzzTarget, options: FuzzOptions): Promise<FuzzOutcome> {
  const run = new FuzzRun(target, options);
  await run.all();
  return run;
}

class FuzzRun implements FuzzOutcome {
  readonly findings: FuzzFinding[] = [];
  cases = 0;
  slowestMs = 0;
  readonly #target: FuzzTarget;
  readonly #options: FuzzOptions;
  readonly #dice: Dice;
  readonly #corpus: string[];
  readonly #given: number;

  constructor(target: FuzzTarget, options: FuzzOptions) {
    this.#target = target;
    this.#options = options;
    this.#dice = new Dice(options.seed);
    this.#corpus = keptInputs(target.name).map(({ input }) => input);
    this.#given = this.#corpus.length;
  }

  get interesting(): number {
    return this.#corpus.length - this.#given;
  }

  async all(): Promise<void> {
    while (this.cases < this.#options.cases && this.findings.length < mostFindings) {
      const inputs: string[] = [];
      while (inputs.length < portion && this.cases < this.#options.cases) {
        inputs.push(this.#input());
        await this.#one(inputs.at(-1)!);
      }
      this.#learn(inputs);
    }
  }

  #input(): string {
    const dice = this.#dice;
    const isOld = this.#corpus.length > 0 && dice.chance(50);
    const text = isOld ? dice.pick(this.#corpus) : this.#target.make(dice);
    return isOld || dice.chance(50) ? mutate(text, dice) : text;
  }

  async #one(input: string): Promise<void> {
    this.cases++;
    this.#options.begin?.(this.#target, input);
    try {
      this.slowestMs = Math.max(this.slowestMs, await runCase(this.#target, input));
    } catch (error) {
      this.findings.push({ input, error });
    }
  }

  #learn(inputs: readonly string[]): void {
    if (this.#options.coverage?.take() !== true) return;
    for (const input of inputs)
      if (this.interesting < mostInteresting) this.#corpus.push(input);
      else this.#corpus[this.#given + this.#dice.below(mostInteresting)] = input;
  }
}

/** Returns how long it took; too long is a finding as well. */
export async function runCase(target: FuzzTarget, input: string): Promise<number> {
  const start = performance.now();
  await target.run(input);
  const ms = performance.now() - start;
  if (ms > longestMs) throw new Error(`took ${Math.round(ms)} ms`);
  return ms;
}

const keptFolder = path.join(import.meta.dirname, 'kept');

/** Texts that once broke it. */
export function keptInputs(target: string): readonly { readonly name: string; readonly input: string }[] {
  return readdirSync(keptFolder)
    .filter((name) => name.startsWith(`${target}.`))
    .map((name) => ({ name, input: readFileSync(path.join(keptFolder, name), 'utf8') }));
}
