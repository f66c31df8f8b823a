import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SourceIndex } from '../../src/core/source/sourceIndex.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

const fileCount = 5_000;
const limitMs = 2_000;
const rounds = 5;

/** One file in twenty is about MCP, as in a repository that has servers beside much else. */
function fill(folder: string): void {
  const code = 'export function work(a: number): number {\n  return a + 1;\n}\n'.repeat(60);
  for (let at = 0; at < fileCount; at++) {
    const dir = path.join(folder, `part${at % 50}`);
    mkdirSync(dir, { recursive: true });
    const mcp = `import { McpServer } from '@modelcontextprotocol/server';\nserver.registerTool('tool_${at}', {}, f);\n`;
    writeFileSync(path.join(dir, `file${at}.ts`), at % 20 === 0 ? mcp + code : code);
  }
}

function readAll(folder: string): number {
  let bytes = 0;
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.ts')) bytes += readFileSync(path.join(folder, name)).length;
  return bytes;
}

async function timed(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function index(folder: string): Promise<void> {
  const found = await new SourceIndex(folder).find('tool', 'tool_4980');
  if (found.length !== 1) throw new Error('the tool was not found');
}

async function measured(folder: string): Promise<Row> {
  const { ours, peer } = await inTurns(
    rounds,
    () => timed(() => index(folder)),
    () => timed(() => readAll(folder)),
  );
  const spec = { name: `the sources of a folder with ${fileCount} files`, unit: 'ms', peerName: 'reading them' };
  return row({ ...spec, limit: { ratio: 6, ours: limitMs } }, ours, peer);
}

export const source: Bench = {
  name: 'source',
  inVscode: false,
  run: async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-bench-source-'));
    try {
      fill(folder);
      return [await measured(folder)];
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};
