import type { conformanceHostMethods } from '../../../../contract/conformance.ts';
import type { Handlers } from '../../../../contract/rpc/contract.ts';
import type { ConformanceRuns } from '../../../testing/conformanceRuns.ts';
import type { TrafficActions } from '../../../traffic/trafficActions.ts';

export function conformanceHandlers(
  runs: ConformanceRuns,
  traffic: TrafficActions,
): Handlers<typeof conformanceHostMethods> {
  return {
    'conformance/get': ({ server }) => runs.view(server),
    'conformance/run': ({ server }) => runs.run(server),
    'conformance/showFrames': ({ server, scenario }) => traffic.show(runs.framesOf(server, scenario)),
  };
}
