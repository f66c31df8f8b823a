import { anyPath as path } from '../model/paths.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { openSource } from '../model/remedies.ts';

/** A file of this machine that a message names: by its path, by its path from the home folder, or beside the server. */
export function openFile(name: string, evidence: Evidence, line = 1): readonly Remedy[] {
  const { machine } = evidence;
  const { cwd, args = [] } = stdioOf(evidence) ?? {};
  const home = name.startsWith('~/') ? name.replace('~', machine.home) : name;
  const given = args.map((arg) => arg.replace(/^--?[\w-]+=/, '')).find((arg) => arg.endsWith(`/${name}`));
  const found = [path.resolve(cwd ?? '/', home), ...(given === undefined ? [] : [given])].find(
    (each) => machine.kindOf(each) === 'file',
  );
  return found === undefined ? [] : [openSource(found, line)];
}
