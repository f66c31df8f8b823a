import { l10n } from '../../../base/l10n.ts';
import { secretName } from '../cures/entryValues.ts';
import type { Diagnosis, Remedy } from '../model/diagnosis.ts';
import { type Evidence, remoteOf } from '../model/evidence.ts';
import { findServer } from './knownServer.ts';
import { remoteAt } from './remotes.ts';
import { isOfBrowser, serviceOfVariable, services } from './services.ts';

/** The page where a key of the service is made. It is from our own table. */
export function createKey(service: string | undefined): readonly Remedy[] {
  const page = service === undefined ? undefined : services[service]?.page;
  return page === undefined || service === undefined
    ? []
    : [{ text: l10n.t('Create a key of {0} at {1}', service, page), cure: { kind: 'browse', url: page } }];
}

/** Who is asked for a key has to know where it is made. */
export function withKeyPage(diagnosis: Diagnosis, evidence: Evidence): Diagnosis {
  const { remedies } = diagnosis;
  const at = remedies.findIndex(({ cure }) => cure?.kind === 'addInput' && secretName.test(cure.variable));
  const { cure } = remedies[at] ?? {};
  if (cure?.kind !== 'addInput' || !/^(?:variable|http|stated)\//.test(diagnosis.rule)) return diagnosis;
  const remote = remoteOf(evidence);
  const page = createKey(remote ? remoteAt(remote.url)?.service : serviceFor(cure.variable, evidence));
  if (page.some(({ text }) => remedies.some((each) => each.text === text))) return diagnosis;
  return { ...diagnosis, remedies: remedies.toSpliced(at + 1, 0, ...page) };
}

/** By the name of the variable, else by the server: a variable such as `API_KEY` tells nothing. */
function serviceFor(variable: string, evidence: Evidence): string | undefined {
  return serviceOfVariable(variable) ?? (isOfBrowser(variable) ? undefined : findServer(evidence)?.server.service);
}
