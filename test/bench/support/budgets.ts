import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { repoRoot } from '../../../scripts/lib/paths.mjs';
import type { Row } from './row.ts';
import { type Figure, figureOf, markdownTable } from './table.ts';

/** When and where a group of figures was measured. */
export interface Occasion {
  readonly date: string;
  readonly machine: string;
  /** Load average at the beginning: of a busy machine only ratios can be trusted, and their intervals are wide. */
  readonly load: number;
  /** What was measured with and against. */
  readonly versions: Readonly<Record<string, string>>;
}

interface Group extends Occasion {
  readonly figures: readonly Figure[];
}

/** By the name of the bench, as last recorded. */
type Budgets = Readonly<Record<string, Group>>;

const budgetsFile = join(repoRoot, 'bench/budgets.json');
const docsFile = join(repoRoot, 'docs/benchmarks.md');

export function readBudgets(): Budgets {
  return existsSync(budgetsFile) ? (JSON.parse(readFileSync(budgetsFile, 'utf8')) as Budgets) : {};
}

/** Keeps what was measured as the ratios that later runs are held to, and writes the page about them. */
export function record(name: string, rows: readonly Row[], occasion: Occasion): void {
  const budgets = { ...readBudgets(), [name]: { ...occasion, figures: rows.map(rounded) } };
  const sorted = Object.fromEntries(Object.entries(budgets).toSorted(([a], [b]) => a.localeCompare(b)));
  mkdirSync(dirname(budgetsFile), { recursive: true });
  writeFileSync(budgetsFile, `${JSON.stringify(sorted, undefined, 2)}\n`);
  writeFileSync(docsFile, pageOf(sorted));
}

/** Four digits are more than any interval is worth. */
function rounded(row: Row): Figure {
  const short = (_key: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  return JSON.parse(JSON.stringify(figureOf(row), short)) as Figure;
}

/** The rows that are slower than recorded, by more than both intervals allow. */
export function regressions(rows: readonly Row[], budgets: Budgets): string[] {
  const known = new Map(
    Object.values(budgets).flatMap(({ figures }) => figures.map((one) => [one.name, one] as const)),
  );
  const compared = rows.filter(({ limit }) => !limit || Number.isFinite(limit.ratio)); // the others are promised in units
  return compared.flatMap(({ name, ratio, interval }) => {
    const before = known.get(name);
    const was = before && (before.interval?.high ?? before.ratio);
    const is = interval?.low ?? ratio;
    return was !== undefined && is > was * spare
      ? [`${name}: ${is.toFixed(2)}× at least, recorded ${was.toFixed(2)}×`]
      : [];
  });
}

/** Another day and another load shift what no interval of one run knows about. */
const spare = 1.05;

function pageOf(budgets: Budgets): string {
  const parts = Object.entries(budgets).map(([name, group]) => {
    const versions = Object.entries(group.versions).map(([what, version]) => `${what} ${version}`);
    const where = `${group.date}, ${group.machine}, load ${group.load}; ${versions.join(', ')}`;
    return `## ${name}\n\n${where}\n\n${markdownTable(group.figures)}\n`;
  });
  return `${preface}\n${parts.join('\n')}`;
}

const preface = `# Benchmarks

Written by \`npm run bench -- --record [part of a name]\`; \`--check\` fails where a later run is over its limit or slower than recorded here, beyond the intervals.

Each figure stands beside a peer that was measured in the same run, in turns. The interval holds the ratio with 95 % confidence; a row is measured again until its limit lies outside, else it is *noisy*. A *floor* has no limit: ours against ours, or the least that anything in that place must do.
`;
