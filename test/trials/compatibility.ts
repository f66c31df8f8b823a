import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { markdownTable } from '../support/docSection.ts';
import { projectRoot } from '../support/sources.ts';
import type { TrialClient } from './clients.ts';
import type { TrialServer } from './servers.ts';
import type { ClientTrial } from './tryClient.ts';
import type { ServerTrial } from './tryServer.ts';

const page = path.join(projectRoot, 'docs/compatibility.md');

/** Its first cell is the name of a package. */
export type Row = readonly string[];

export const serverHead = [
  'server',
  'version',
  'protocol',
  'tools',
  'bare client',
  'Switchboard',
  'ratio',
  'call',
  'result',
  'tried',
];
export const clientHead = ['client', 'version', 'kind', 'result', 'tried'];

/** Rows of the other part, and of what was not tried now, stay as they were. */
export function updatePage(name: 'servers' | 'clients', rows: readonly Row[]): void {
  const text = readFileSync(page, 'utf8');
  const all = new Map([...rowsOf(name), ...rows].map((row) => [row[0] ?? '', row]));
  const sorted = [...all.values()].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  const [start, end] = marks(name);
  const [before = '', rest = ''] = text.split(start);
  const after = rest.slice(rest.indexOf(end));
  const head = name === 'servers' ? serverHead : clientHead;
  const parts = [start, ...(name === 'servers' ? [summary(sorted)] : []), markdownTable(head, sorted), after];
  writeFileSync(page, before + parts.join('\n\n'));
}

function summary(rows: readonly Row[]): string {
  const at = serverHead.indexOf('ratio');
  const ratios = rows.flatMap((row) => (row[at] ? [Number(row[at])] : [])).toSorted((a, b) => a - b);
  const median = ratios[Math.floor(ratios.length / 2)]?.toFixed(2);
  const [connected, worst] = [ratios.length, ratios.at(-1)?.toFixed(2)];
  return `${connected} of ${rows.length} connect; the ratio of the two starts is ${median} (median) and ${worst} (worst).`;
}

/** The rows of a table, with their cells as they are written. */
export function rowsOf(name: 'servers' | 'clients'): readonly Row[] {
  const [start, end] = marks(name);
  const part = readFileSync(page, 'utf8').split(start)[1]?.split(end)[0] ?? '';
  const lines = part.split('\n').filter((line) => line.startsWith('| '));
  return lines.slice(1).map((line) => {
    const cells = line.slice(1, -1).split(/(?<!\\)\|/);
    return cells.map((cell) => cell.trim().replaceAll('\\|', '|'));
  });
}

function marks(name: string): readonly [string, string] {
  return [`<!-- ${name} -->`, `<!-- /${name} -->`];
}

export function serverRow(server: TrialServer, version: string, trial: ServerTrial, date: string): Row {
  const { protocol, tools, bareMs, oursMs, call } = trial;
  const ratio = bareMs !== undefined && oursMs !== undefined ? (oursMs / bareMs).toFixed(2) : '';
  const ms = (value: number | undefined): string => (value === undefined ? '' : `${Math.round(value)} ms`);
  return [
    server.package,
    version,
    protocol,
    String(tools ?? ''),
    ms(bareMs),
    ms(oursMs),
    ratio,
    call,
    serverResult(server, trial),
    date,
  ];
}

function serverResult({ needs }: TrialServer, { differences, failure, leftByBare }: ServerTrial): string {
  const beside = leftByBare > 0 ? `; a bare client leaves ${leftByBare} processes` : '';
  if (differences.length > 0) return `different: ${differences.join('; ')}`;
  if (failure !== undefined) return `needs ${needs ?? 'something'}; fails for a bare client too: ${oneLine(failure)}`;
  return `same tools, ends cleanly${needs === undefined ? '' : `; more needs ${needs}`}${beside}`;
}

function oneLine(text: string): string {
  return text.replaceAll(`${projectRoot}/`, '').replaceAll(/\s+/g, ' ').slice(0, 160);
}

export function clientRow(client: TrialClient, version: string, trial: ClientTrial, date: string): Row {
  const end = trial.left > 0 ? `${trial.left} processes left` : 'ends cleanly';
  const done = ['connects', ...(client.lists ? ['lists'] : []), 'calls', end];
  const result = trial.called ? done.join(', ') : `failed: ${oneLine(trial.output)}`;
  return [client.package, version, client.kind, result, date];
}
