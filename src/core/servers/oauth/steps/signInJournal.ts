import { type ReadonlySignal, signal } from '@preact/signals-core';
import { Emitter, type Event } from '../../../../base/event.ts';
import type { SignInStep } from '../../../../contract/signIn.ts';
import type { SignedIn } from '../../model/server.ts';

const mostSteps = 100;

/** The sign-ins of one server, step by step: what was exchanged, and what the specification says of it. */
export class SignInJournal {
  #steps: readonly SignInStep[] = [];

  readonly #opened = new Emitter<void>();

  readonly #signedIn = signal<SignedIn | undefined>(undefined);

  get signedIn(): ReadonlySignal<SignedIn | undefined> {
    return this.#signedIn;
  }

  get onPage(): Event<void> {
    return this.#opened.event;
  }

  get steps(): readonly SignInStep[] {
    return this.#steps;
  }

  /** Told with each request: views follow it, so only a change counts. */
  granted(grant: SignedIn | undefined): void {
    const before = this.#signedIn.peek();
    if (before?.expiresAt === grant?.expiresAt && before?.isRenewable === grant?.isRenewable) return;
    this.#signedIn.value = grant;
  }

  add(step: SignInStep): void {
    this.#steps = [...this.#steps.slice(1 - mostSteps), step];
    if (step.kind === 'page') this.#opened.fire();
  }
}
