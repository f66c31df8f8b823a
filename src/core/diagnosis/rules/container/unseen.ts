import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { type ContainerRun, containerRun, mounts } from '../../model/container.ts';
import { type Evidence, outputOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, setArgs, setValue } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const complaint =
  /no such file|not found|does(?: not|n't) exist|inaccessible|ENOENT|cannot access|Error accessing|not a (?:valid )?director|outside|not allowed/i;

/** A path of this machine behind the image: the container has its own files. */
export const pathNotMounted = rule('container/path', (evidence) => {
  const found = containerRun(evidence);
  if (!found || found.image < 0 || !evidence.end) return undefined;
  const output = outputOf(evidence);
  const { launch, image } = found;
  const at = launch.args.findIndex(
    (arg, index) => index > image && isHere(bare(arg), evidence) && output.includes(bare(arg)),
  );
  const file = bare(launch.args[at] ?? '');
  if (at < 0 || !complaint.test(output) || mounts(found).some(([, inside]) => isIn(file, inside))) return undefined;
  return {
    cause: l10n.t('{0} exists on this machine, but not in the container: it is not mounted there.', file),
    remedies: [
      ...asMounted(file, at, found),
      setArgs(l10n.t('Mount {0} into the container', folderOf(file, evidence)), withMount(file, found, evidence)),
      advise(l10n.t('Or name the path that it has in the container.')),
    ],
    ...inEntry('args', at),
    proof: lineAt(output, output.indexOf(file)),
  };
});

function bare(arg: string): string {
  return arg.replace(/^--?[\w-]+=/, '');
}

function isHere(file: string, { machine }: Evidence): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])./.test(file) && machine.kindOf(file) !== undefined;
}

function isIn(file: string, folder: string): boolean {
  return file === folder || file.startsWith(`${folder.replace(/\/$/, '')}/`);
}

function folderOf(file: string, { machine }: Evidence): string {
  return machine.kindOf(file) === 'folder' ? file : path.dirname(file);
}

function withMount(file: string, { launch, run }: ContainerRun, evidence: Evidence): readonly string[] {
  const folder = folderOf(file, evidence);
  return launch.args.toSpliced(run + 1, 0, '-v', `${folder}:${folder}`);
}

/** It is mounted, but has another path in the container. */
function asMounted(file: string, at: number, found: ContainerRun): readonly Remedy[] {
  const mount = mounts(found).find(([source]) => isIn(file, source));
  if (!mount) return [];
  const inside = file.replace(mount[0], () => mount[1]);
  return [setValue(l10n.t('Use {0}', inside), ['args', at], inside)];
}
