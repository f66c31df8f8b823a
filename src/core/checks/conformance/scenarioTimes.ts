import type { ConformanceScenario } from '../../../contract/conformance.ts';

/** When each scenario ran, told by the lines with which the suite announces them. */
export class ScenarioTimes {
  readonly begun = new Map<string, Pick<ConformanceScenario, 'from' | 'to'>>();
  readonly #announced: (scenario: string) => void;
  #seen = 0;
  #last: string | undefined;

  constructor(announced: (scenario: string) => void) {
    this.#announced = announced;
  }

  /** `output` is all that it printed so far. */
  look(output: string, now: number): void {
    const announcement = /=== Running scenario: (\S+) ===/g;
    announcement.lastIndex = this.#seen;
    for (const match of output.matchAll(announcement)) {
      this.#seen = match.index + match[0].length;
      this.end(now);
      this.#last = match[1] ?? '';
      this.begun.set(this.#last, { from: now });
      this.#announced(this.#last);
    }
  }

  end(now: number): void {
    if (this.#last !== undefined) this.begun.set(this.#last, { ...this.begun.get(this.#last), to: now });
  }
}
