import type { SignInStep } from '../../../../contract/signIn.ts';

const mostSteps = 100;

/** The sign-ins of one server, step by step: what was exchanged, and what the specification says of it. */
export class SignInJournal {
  #steps: readonly SignInStep[] = [];

  get steps(): readonly SignInStep[] {
    return this.#steps;
  }

  add(step: SignInStep): void {
    this.#steps = [...this.#steps.slice(1 - mostSteps), step];
  }
}
