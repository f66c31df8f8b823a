import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from './sources.ts';

/**
 * Compares what a page says between `<!-- name -->` and `<!-- /name -->` with what the code says.
 * UPDATE_GOLDEN=1 writes it anew; read the difference before you keep it.
 */
export function assertSection(page: string, name: string, wanted: string): void {
  const file = path.join(projectRoot, page);
  const [start, end] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const text = readFileSync(file, 'utf8');
  const from = text.indexOf(start) + start.length;
  const to = text.indexOf(end);
  assert.ok(from >= start.length && to >= from, `${page} has no section "${name}"`);
  if (process.env['UPDATE_GOLDEN']) writeFileSync(file, `${text.slice(0, from)}\n${wanted}\n\n${text.slice(to)}`);
  else assert.equal(text.slice(from, to).trim(), wanted, `${page} is not up to date: run with UPDATE_GOLDEN=1`);
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n');
}
