import type { SignInStart, SignInView } from '../../../src/contract/signIn.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import { ActionFailures } from './actionFailures.ts';
import { PerServer } from './perServer.ts';

/** How signing in to each server went, and what can be done about it. */
export class SignIns {
  readonly views: PerServer<SignInView>;
  readonly failures = new ActionFailures();
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
    this.views = new PerServer((server) => link.request('signIn/get', { server }));
  }

  again(server: string, from: SignInStart): Promise<void> {
    return this.#act(server, this.#link.request('signIn/again', { server, from }));
  }

  revoke(server: string): Promise<void> {
    return this.#act(server, this.#link.request('signIn/revoke', { server }));
  }

  async #act(server: string, work: Promise<void>): Promise<void> {
    await this.failures.watch(server, work);
    await this.views.load(server);
  }
}
