// A large recording in the editor of a window in which nothing of ours was used before.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findWebview } from '../e2e/support/webview.ts';
import { type Window, withWindow } from '../e2e/support/window.ts';
import { writeShortRows } from './recordings/write.ts';
import { type Bench, type Row, row } from './support/row.ts';
import { settle } from './support/settle.ts';
import { until } from '../support/until.ts';

const windows = 5;
const kinds = ['large', 'small', 'plain'] as const;
type Kind = (typeof kinds)[number];
const megabyte = 2 ** 20;
const rows = '[data-testid=traffic-rows] [data-seq]';

type Noting = typeof globalThis & { firstRowAt?: number };

/** Runs in every frame: the time at which its first row is there. A timer, because a frame whose document is written anew draws none before. */
function noteFirstRow(selector: string): void {
  const timer = setInterval(() => {
    if (!document.querySelector(selector)) return;
    clearInterval(timer);
    (globalThis as Noting).firstRowAt = performance.timeOrigin + performance.now();
  }, 4);
}

/** From the command that opens the file to its first row on the screen. */
async function opened({ driver, page }: Window, file: string, editor: string): Promise<number> {
  await page.context().addInitScript(noteFirstRow, rows);
  await settle(driver);
  execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']); // nothing of it is in memory
  const start = await driver.run(
    async (vscode, [name, type]) => {
      const begin = Date.now();
      await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(name), type);
      return begin;
    },
    [file, editor] as const,
  );
  const frame = await findWebview(page, rows);
  const at = await until(() => frame.evaluate(() => (globalThis as Noting).firstRowAt), 'the first row');
  return at - start;
}

export const recordingEditor: Bench = {
  name: 'recording editor',
  inVscode: true,
  run: async (): Promise<Row[]> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-recording-'));
    const files = { large: path.join(folder, 'large.mcptrace'), small: path.join(folder, 'small.mcptrace') };
    await writeShortRows(files.large, 1024 * megabyte);
    await writeShortRows(files.small, megabyte);
    const times: Record<Kind, number[]> = { large: [], small: [], plain: [] };
    try {
      for (let turn = 0; turn < windows * kinds.length; turn++) {
        const kind = kinds[turn % kinds.length]!;
        const editor = kind === 'plain' ? 'plainTreeBench.file' : 'mcpSwitchboard.recording';
        const file = kind === 'large' ? files.large : files.small;
        times[kind].push(await withWindow('bench', {}, (window) => opened(window, file, editor)));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const spec = { name: 'a recording of 1 GB opened in the editor, first row, cold', unit: 'ms' };
    const limit = { ratio: Number.POSITIVE_INFINITY, ours: 500 };
    const floor = {
      name: '(a file in an editor that shows one row, cold)',
      unit: 'ms',
      peerName: spec.name,
      limit: undefined,
    };
    return [
      row({ ...spec, peerName: 'one of 1 MB', limit }, times.large, times.small),
      row(floor, times.plain, times.large),
    ];
  },
};
