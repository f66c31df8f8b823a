import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Frame } from 'playwright-core';
import { outDir, repoRoot } from '../../scripts/lib/paths.mjs';
import { accessibilityProblems } from './support/accessibility.ts';
import { keepPicture } from './support/evidence.ts';
import { readLog } from './support/extension.ts';
import { showGallery } from './support/gallery.ts';
import { gridDifference, pictureGrid } from './support/pictureGrid.ts';
import { Switchboard } from './support/switchboard.ts';
import { until } from './support/until.ts';
import { originOf, postToHost, violationsIn } from './support/webviewProbe.ts';
import { inWindow } from './support/window.ts';

/** With what it is built on. */
const toolkit = /node_modules\/@(?:vscode\/webview-ui-toolkit|microsoft\/fast-[\w-]+)\//;

/** The toolkit writes inline styles that a strict policy blocks, without visible effect; we must not. */
async function assertOnlyTheToolkitIsBlocked(frame: Frame): Promise<void> {
  const violations = await violationsIn(frame);
  const ours = violations.filter((violation) => !toolkit.test(originOf(violation)));
  assert.deepEqual(
    ours.map((violation) => `${violation.directive} from ${originOf(violation)}`),
    [],
  );
  for (const { directive } of violations) assert.match(directive, /^style-src-(elem|attr)$/);
}

const grid = join(repoRoot, 'test/fixtures/gallery-dark.txt');
/** Of the cells of the picture: what anti-aliasing and rounding change. */
const tolerated = 0.01;

/** `UPDATE_GOLDEN=1` takes what it is now; look at the picture before you keep it. */
function assertSameGrid(now: string): void {
  if (process.env['UPDATE_GOLDEN'] === '1') return writeFileSync(grid, now);
  const difference = gridDifference(readFileSync(grid, 'utf8'), now);
  if (difference > tolerated) writeFileSync(join(outDir, 'gallery-dark.txt'), now);
  assert.ok(difference <= tolerated, `${(100 * difference).toFixed(1)} % of the picture differ: out/gallery-dark.txt`);
}

test(
  'the three views are strict and accessible webviews',
  inWindow({ width: 1600, height: 1000 }, async (window, step) => {
    const switchboard = new Switchboard(window);
    const sideBar = await switchboard.inspector();
    await switchboard.runTool(sideBar, 'switchboard_servers');
    const editor = await switchboard.inspectorInEditor(sideBar);
    const traffic = await switchboard.traffic();
    await traffic.locator('[data-seq]').first().click();
    const views = [
      ['the Inspector in the side bar', sideBar, 'sideBar'],
      ['the Inspector in the editor', editor, 'editor'],
      ['the Traffic panel', traffic, 'panel'],
    ] as const;

    for (const [name, frame, place] of views) {
      await step(`${name} has a strict policy, and only the toolkit's inline styles are blocked by it`, async () => {
        const policy = await frame.locator('meta[http-equiv="Content-Security-Policy"]').getAttribute('content');
        assert.match(policy ?? '', /script-src 'nonce-[\w-]{16,}' 'self' https:\/\/\*\.vscode-cdn\.net(;|$)/);
        assert.doesNotMatch(policy ?? '', /unsafe/);
        await assertOnlyTheToolkitIsBlocked(frame);
      });
      await step(`${name}has no problem that axe-core can find`, async () => {
        assert.deepEqual(await accessibilityProblems(frame, place), []);
      });
    }

    await step('while the Inspector is open wide, the side bar shows the list alone', async () => {
      await sideBar.locator('[role=option][data-tool=switchboard_servers]').waitFor();
      assert.equal(await sideBar.getByTestId('run').isVisible(), false);
      await window.workbench.runCommand('View: Close All Editors');
      await sideBar.locator('[data-testid=run]:visible').waitFor();
    });

    await step('at 220 px a run leaves at most 320 px over its first row of data', async () => {
      await window.workbench.setSideBarWidth(220);
      await sideBar.getByTestId('run').click();
      const row = sideBar.locator('[data-testid=results] :is([aria-rowindex="2"], [role=treeitem])').first();
      await until(async () => {
        const { top, bottom } = await row.evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
        return top >= 0 && bottom - 22 <= 320;
      }, 'the first row of data');
      await keepPicture(window.page, 'narrow-result');
    });

    await step('at 220 px no part of a server is an empty page', async () => {
      for (const part of ['resources', 'prompts', 'tasks', 'events', 'server', 'tools']) {
        await sideBar.getByTestId(`tab-${part}`).click();
        await sideBar.locator(`[data-shown=${part}] [data-region]:visible`).first().waitFor();
      }
    });

    await step('every component looks as it did', async () => {
      await window.driver.run((vscode) => vscode.commands.executeCommand('workbench.action.closePanel'));
      const page = await switchboard.inspectorInEditor(sideBar);
      await showGallery(page);
      assertSameGrid(await pictureGrid(page, page.getByTestId('gallery')));
    });
  }),
);

test(
  'a webview message that does not fit the contract is refused, logged, and harmless',
  inWindow({}, async (window) => {
    const switchboard = new Switchboard(window);
    const inspector = await switchboard.inspector();
    await inspector.locator('[role=option][data-tool]').first().waitFor();
    const odd = ['text', null, 7, { kind: 'request' }, { kind: 'request', id: 901, method: 'toString' }];
    for (const message of [...odd, { kind: 'request', id: 902, method: 'servers/start', params: { server: 5 } }]) {
      await postToHost(inspector, message);
    }
    await until(() => {
      const log = readLog(window.driver);
      return (
        log.includes('not a frame') && log.includes('contract/unknown-method') && log.includes('contract/bad-params')
      );
    }, 'the refusals in the log');
    const result = await switchboard.runTool(inspector, 'switchboard_servers');
    assert.equal(await result.getAttribute('data-status'), 'ok');
  }),
);
