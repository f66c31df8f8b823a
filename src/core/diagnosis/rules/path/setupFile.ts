import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { findServer } from '../../known/knownServer.ts';
import { signInOnce } from '../../known/signInOnce.ts';
import type { KnownServer } from '../../known/serverFacts.ts';
import { containerRun } from '../../model/container.ts';
import { type Evidence, type Machine, outputOf, stdioOf } from '../../model/evidence.ts';
import { askForFile, setValue } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const complaint = /not found|no such file|ENOENT|does not exist|place \S{1,80} in|credentials?\b/i;

/** The setup file of a well-known server, such as the keys of a sign-in, that lies in another folder. */
export const setupFileElsewhere = rule('path/setup-file', (evidence) => {
  const server = findServer(evidence)?.server;
  const match = evidence.end ? complaint.exec(outputOf(evidence)) : null;
  if (!server?.file || !match || containerRun(evidence)) return undefined;
  const { name, variable } = server.file;
  const wanted = placeOf(server.file, evidence);
  const { machine } = evidence;
  if (wanted === undefined || machine.kindOf(wanted) !== undefined) return undefined;
  const there = elsewhere(name, wanted, machine);
  if (there === undefined) return undefined;
  return {
    cause: l10n.t(
      'The server looks for {0} in the folder {1}, but it is in {2}.',
      name,
      path.dirname(wanted),
      path.dirname(there),
    ),
    remedies: [
      setValue(l10n.t('Use {0}', there), ['env', variable], there),
      ...signInOnce(server, evidence, there),
      askForFile(l10n.t('Choose the file'), ['env', variable]),
    ],
    ...inEntry('env', variable),
    proof: lineAt(outputOf(evidence), match.index),
  };
});

/** Where the server looks, as far as that is known. */
function placeOf({ name, folder, variable }: NonNullable<KnownServer['file']>, evidence: Evidence): string | undefined {
  const set = stdioOf(evidence)?.env[variable];
  if (set) return set;
  return folder === undefined ? undefined : path.join(evidence.machine.home, folder, name);
}

/** Where downloads and other keys usually are: in the home folder, or one folder further. */
function elsewhere(name: string, wanted: string, machine: Machine): string | undefined {
  const folders = new Set(machine.namesIn(machine.home).map((each) => each.split(/[/\\]/, 1)[0] ?? each));
  return [machine.home, ...[...folders].map((each) => path.join(machine.home, each))]
    .map((folder) => path.join(folder, name))
    .find((file) => file !== wanted && machine.kindOf(file) === 'file');
}
