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

const windows = 5;
const megabyte = 2 ** 20;
const rows = '[data-testid=traffic-rows] [data-seq]';

type Noting = typeof globalThis & { firstRowAt?: number };

/** Runs in every frame: the time at which its first row is drawn. */
function noteFirstRow(selector: string): void {
  const look = (): void => {
    if (!document.querySelector(selector)) return void requestAnimationFrame(look);
    (globalThis as Noting).firstRowAt = performance.timeOrigin + performance.now();
  };
  requestAnimationFrame(look);
}

/** From the command that opens the file to its first row on the screen. */
async function opened({ driver, page }: Window, file: string): Promise<number> {
  await page.context().addInitScript(noteFirstRow, rows);
  await settle(driver);
  execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0', 'status=none']); // nothing of it is in memory
  const start = await driver.run(async (vscode, name) => {
    const begin = Date.now();
    await vscode.commands.executeCommand('vscode.openWith', vscode.Uri.file(name), 'mcpSwitchboard.recording');
    return begin;
  }, file);
  const frame = await findWebview(page, rows);
  const at = await frame.waitForFunction(() => (globalThis as Noting).firstRowAt);
  return ((await at.jsonValue()) as number) - start;
}

export const recordingEditor: Bench = {
  name: 'recording editor',
  inVscode: true,
  run: async (): Promise<Row[]> => {
    const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-recording-'));
    const files = { large: path.join(folder, 'large.mcptrace'), small: path.join(folder, 'small.mcptrace') };
    await writeShortRows(files.large, 1024 * megabyte);
    await writeShortRows(files.small, megabyte);
    const times = { large: [] as number[], small: [] as number[] };
    try {
      for (let turn = 0; turn < 2 * windows; turn++) {
        const kind = turn % 2 === 0 ? 'large' : 'small';
        times[kind].push(await withWindow('bench', {}, (window) => opened(window, files[kind])));
      }
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
    const spec = { name: 'a recording of 1 GB opened in the editor, first row, cold', unit: 'ms' };
    const limit = { ratio: Number.POSITIVE_INFINITY, ours: 500 };
    return [row({ ...spec, peerName: 'one of 1 MB', limit }, times.large, times.small)];
  },
};
