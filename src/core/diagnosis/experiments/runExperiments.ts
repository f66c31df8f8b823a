import { orAborted } from '../../../base/async.ts';
import type { Experiment, ExperimentHost, Learned, Subject } from './experiment.ts';
import { loginPath } from './loginPath.ts';
import { otherAddress } from './otherAddress.ts';
import { portHolder } from './portHolder.ts';
import { proxyInUse } from './proxyInUse.ts';
import { registry } from './registry.ts';
import { runtimeVersions } from './runtimeVersions.ts';
import { silentServer } from './silentServer.ts';
import { thisHost } from './thisHost.ts';
import { startAlone } from './startAlone.ts';

const experiments: readonly Experiment[] = [
  loginPath,
  portHolder,
  otherAddress,
  proxyInUse,
  startAlone,
  silentServer,
  runtimeVersions,
  registry,
];

export interface ExperimentOptions {
  readonly signal: AbortSignal;
  /** Asked before the package registry is reached; once. */
  mayAskRegistry(): Promise<boolean>;
  onProgress(title: string): void;
}

/** One after the other; one that fails has learned nothing. */
export async function runExperiments(
  subject: Subject,
  { signal, mayAskRegistry, onProgress }: ExperimentOptions,
  host: ExperimentHost = thisHost,
): Promise<readonly Learned[]> {
  const learned: Learned[] = [];
  for (const experiment of experiments.filter((each) => each.fits(subject))) {
    if (experiment.asksRegistry && !(await mayAskRegistry())) continue;
    signal.throwIfAborted();
    onProgress(experiment.title());
    const found = await orAborted(experiment.run(subject, host, signal), signal);
    if (found) learned.push({ experiment: experiment.id, ...found });
  }
  return learned;
}
