import type { HostStatement } from '../../../contract/lint.ts';

export interface Host {
  readonly name: string;
  readonly statements: readonly HostStatement[];
}

type Row = readonly [rule: string, effect: HostStatement['effect'], source: HostStatement['source'], date: string];

const host = (name: string, ...rows: readonly Row[]): Host => ({
  name,
  statements: rows.map(([rule, effect, source, date]) => ({ rule, effect, source, date })),
});

const openAi: readonly Row[] = [
  ['name-chars', 'refuses', 'documentation', '2026-11-16'],
  ['name-64', 'refuses', 'documentation', '2026-11-16'],
  ['name-128', 'refuses', 'documentation', '2026-11-16'],
  ['name-dot', 'refuses', 'documentation', '2026-11-16'],
  ['array-items', 'refuses', 'issue', '2026-11-16'],
  ['ref-cycle', 'loses', 'documentation', '2026-11-16'],
  ['desc-1024', 'refuses', 'documentation', '2026-11-16'],
  ['strict-ready', 'loses', 'documentation', '2026-11-16'],
  ['count-128', 'refuses', 'documentation', '2026-11-16'],
];

/** Known limits of clients. "program": read in the program itself, or seen when it was run. */
export const hosts: readonly Host[] = [
  host(
    'Copilot',
    ['schema-invalid', 'refuses', 'program', '2026-11-16'],
    ['array-items', 'refuses', 'program', '2026-11-16'],
    ['schema-missing', 'loses', 'program', '2026-11-16'],
    ['root-union', 'loses', 'program', '2026-11-16'],
    ['required-unknown', 'loses', 'program', '2026-11-16'],
    ['desc-1024', 'loses', 'program', '2026-11-16'],
    ['constraint-hidden', 'loses', 'program', '2026-11-16'],
    ['count-128', 'refuses', 'program', '2026-11-16'],
  ),
  host(
    'Claude',
    ['name-chars', 'refuses', 'documentation', '2026-11-16'],
    ['name-128', 'refuses', 'documentation', '2026-11-16'],
    ['name-64', 'refuses', 'documentation', '2026-11-16'],
    ['name-dot', 'refuses', 'documentation', '2026-11-16'],
    ['property-key', 'refuses', 'issue', '2026-11-16'],
    ['root-union', 'refuses', 'issue', '2026-11-16'],
    ['result-large', 'loses', 'documentation', '2026-11-16'],
  ),
  host(
    'Cursor',
    ['name-prefixed-60', 'refuses', 'issue', '2026-11-16'],
    ['count-40', 'loses', 'issue', '2026-11-16'],
    ['count-128', 'loses', 'issue', '2026-11-16'],
  ),
  host('Codex', ...openAi),
  host('ChatGPT', ...openAi),
  host(
    'Gemini',
    ['name-chars', 'refuses', 'issue', '2026-11-16'],
    ['name-64', 'refuses', 'issue', '2026-11-16'],
    ['name-128', 'refuses', 'issue', '2026-11-16'],
    ['name-start', 'refuses', 'issue', '2026-11-16'],
    ['type-union', 'refuses', 'issue', '2026-11-16'],
    ['ref-cycle', 'refuses', 'issue', '2026-11-16'],
  ),
  host(
    'Kimi',
    // Kimi Code 2.1.0: names are rewritten and cut at 64 with the server's; the second of two equal ones is dropped.
    ['name-chars', 'loses', 'program', '2026-11-17'],
    ['name-dot', 'loses', 'program', '2026-11-17'],
    ['name-64', 'loses', 'program', '2026-11-17'],
    ['name-128', 'loses', 'program', '2026-11-17'],
    ['name-duplicate', 'loses', 'program', '2026-11-17'],
  ),
];
