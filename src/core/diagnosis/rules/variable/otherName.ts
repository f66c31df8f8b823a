import { l10n } from '../../../../base/l10n.ts';
import { secretName } from '../../cures/entryValues.ts';
import { findServer } from '../../known/knownServer.ts';
import { signInOnce } from '../../known/signInOnce.ts';
import type { KnownServer } from '../../known/serverFacts.ts';
import { canBeKey } from '../../known/services.ts';
import { containerRun } from '../../model/container.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { askFor, setValues } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const complaint =
  /required|missing|not set|not provided|not configured|must be (?:set|provided)|empty|undefined|unauthori|\bno [\w ]{0,20}(?:token|key|credential)|provide/i;
const ofAddress = /URL|URI|HOST|ENDPOINT|ADDRESS/i;

/** "env" has the value of a well-known server under a name that this server does not read. */
export const variableOtherName = rule('variable/other-name', (evidence) => {
  const server = findServer(evidence)?.server;
  const match = evidence.end ? complaint.exec(outputOf(evidence)) : null;
  const found = server && match && !containerRun(evidence) ? otherName(server, evidence) : undefined;
  if (!server || !found || !match) return undefined;
  const { name, other, value } = found;
  const changes = [
    { path: ['env', name], value, from: ['env', other] },
    { path: ['env', other], value: undefined },
  ];
  return {
    cause: l10n.t('The server needs the environment variable {0}, but "env" has {1} instead.', name, other),
    remedies: [
      setValues(l10n.t('Rename {0} to {1}', other, name), changes),
      askFor(name),
      ...signInOnce(server, evidence),
    ],
    ...inEntry('env', other),
    proof: lineAt(outputOf(evidence), match.index),
  };
});

interface OtherName {
  readonly name: string;
  readonly other: string;
  readonly value: string;
}

function otherName(server: KnownServer, evidence: Evidence): OtherName | undefined {
  const env = stdioOf(evidence)?.env ?? {};
  const { needs = [], reads = [], also = {} } = server;
  for (const name of needs.filter((each) => !env[each])) {
    const [other, value] =
      Object.entries(env).find(
        ([each, text]) =>
          text &&
          !needs.includes(each) &&
          !reads.includes(each) &&
          (also[each] === name || isKind(each, name)) &&
          (!secretName.test(name) || canBeKey(name, text, server.service)),
      ) ?? [];
    if (other !== undefined) return { name, other, value: value ?? '' };
  }
  return undefined;
}

/** A key for a key, and an address for an address, of the same service. */
function isKind(other: string, name: string): boolean {
  const [own = ''] = name.split('_', 1);
  const isOwn = other.startsWith(`${own}_`) || other.endsWith(`_${name}`);
  return isOwn && [secretName, ofAddress].some((kind) => kind.test(other) && kind.test(name));
}
