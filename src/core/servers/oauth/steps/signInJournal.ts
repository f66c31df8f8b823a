import { Emitter, type Event } from '../../../../base/event.ts';
import type { SignInStep } from '../../../../contract/signIn.ts';

const mostSteps = 100;

/** The sign-ins of one server, step by step: what was exchanged, and what the specification says of it. */
export class SignInJournal {
  #steps: readonly SignInStep[] = [];

  readonly #opened = new Emitter<void>();

  get onPage(): Event<void> {
    return this.#opened.event;
  }

  get steps(): readonly SignInStep[] {
    return this.#steps;
  }

  add(step: SignInStep): void {
    this.#steps = [...this.#steps.slice(1 - mostSteps), step];
    if (step.kind === 'page') this.#opened.fire();
  }
}
