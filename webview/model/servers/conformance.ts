import type { ConformanceScenario, ConformanceView } from '../../../src/contract/conformance.ts';
import type { HostLink } from '../../platform/hostLink.ts';
import { ActionFailures } from './actionFailures.ts';
import { PerServer } from './perServer.ts';

/** The last run of the official suite for each server. The host says when one has begun or ended. */
export class Conformance {
  readonly views: PerServer<ConformanceView>;
  readonly failures = new ActionFailures();
  readonly #link: HostLink;

  constructor(link: HostLink) {
    this.#link = link;
    this.views = new PerServer((server) => link.request('conformance/get', { server }));
  }

  run(server: string): Promise<void> {
    return this.failures.watch(server, this.#link.request('conformance/run', { server }));
  }

  showFrames(server: string, scenario: string): void {
    void this.#link.request('conformance/showFrames', { server, scenario }).catch(() => {}); // shown by VS Code
  }
}

type Group = 'failed' | 'unscored' | 'passed';

/** What needs a look first. */
export function groupScenarios(
  scenarios: readonly ConformanceScenario[],
): Readonly<Record<Group, readonly ConformanceScenario[]>> {
  const groupOf = ({ passed, isScored }: ConformanceScenario): Group => {
    if (passed) return 'passed';
    return isScored ? 'failed' : 'unscored';
  };
  return { failed: [], unscored: [], passed: [], ...Object.groupBy(scenarios, groupOf) };
}
