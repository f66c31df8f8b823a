import { readFileSync } from 'node:fs';
import type { BrokenSetup } from '../setup.ts';

interface Drawn extends Omit<BrokenSetup, 'says'> {
  readonly says: string;
}

const special = /[.*+?^${}()|[\]\\/]/g;

/** Setups that were written, or recorded by running the programs, before the rules had seen them. README.md has their first scores. */
export function drawnSetups(file: string): readonly BrokenSetup[] {
  const rows = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as readonly Drawn[];
  return rows.map(({ says, ...row }) =>
    Object.assign(row, {
      name: `${row.name} (${file})`,
      says: new RegExp(says.replaceAll(special, String.raw`\$&`)),
    }),
  );
}
