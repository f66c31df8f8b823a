import { l10n } from '../../../base/l10n.ts';
import { remoteOf } from '../model/evidence.ts';
import { advise } from '../model/remedies.ts';
import type { Experiment, Subject } from './experiment.ts';

export const portHolder: Experiment = {
  id: 'port',
  title: () => l10n.t('Looking for the process that holds the port'),
  fits: (subject) => portOf(subject) !== undefined,
  run: async (subject, host) => {
    const port = portOf(subject) ?? 0;
    const holder = await host.holderOf(port);
    const isWanted = remoteOf(subject.evidence) !== undefined;
    if (holder === undefined)
      return isWanted ? undefined : { text: l10n.t('Nothing listens on port {0} any more.', port), remedies: [] };
    return {
      text: l10n.t('Port {0} is held by {1}.', port, holder),
      remedies: isWanted ? [] : [advise(l10n.t('End {0}, or give the server another port.', holder))],
    };
  },
};

/** Only of this machine. */
function portOf({ evidence, diagnoses }: Subject): number | undefined {
  const launch = remoteOf(evidence);
  const taken = diagnoses.find(({ rule }) => rule === 'port/in-use');
  if (taken) return portIn(taken.proof ?? '');
  if (!launch || !URL.canParse(launch.url)) return undefined;
  const { hostname, port } = new URL(launch.url);
  return /^(?:localhost|127\.|\[::1\])/.test(hostname) && port !== '' ? Number(port) : undefined;
}

/** Of the line that proves it: elsewhere `node:events:502` looks like one too. */
function portIn(line: string): number | undefined {
  const said = /\bport:? ?(\d{2,5})\b/i.exec(line)?.[1] ?? [...line.matchAll(/:(\d{2,5})\b/g)].at(-1)?.[1];
  return said === undefined ? undefined : Number(said);
}
