// How long a form takes to open, in the real VS Code: 500 fields against 5 of the same kinds.
import type { Frame } from 'playwright-core';
import { approveAndStart, withServers } from '../e2e/support/servers.ts';
import { Switchboard } from '../e2e/support/switchboard.ts';
import { postToHost } from '../e2e/support/webviewProbe.ts';
import { withWindow } from '../e2e/support/window.ts';
import { type Bench, inTurns, row } from './support/row.ts';

const rounds = 9;
let nextId = 8_000;

/** From the click on the tool to its first fields laid out, in the page's own time. */
async function openForm(inspector: Frame, tool: string): Promise<number> {
  const params = { server: 'samples' };
  await postToHost(inspector, { kind: 'request', id: nextId++, method: 'selection/set', params });
  await inspector.locator('[data-testid=tool-detail]').waitFor({ state: 'detached' });
  await inspector.locator('[data-testid=tool-search] input').fill('form_5');
  await inspector.locator(`[role=option][data-tool=${tool}]`).waitFor();
  return inspector.evaluate(async (name) => {
    const begin = performance.now();
    document.querySelector<HTMLElement>(`[role=option][data-tool=${name}]`)!.click();
    while (!document.querySelector(`[data-tool=${name}] [data-field="/f4"]`))
      await new Promise((resolve) => void setTimeout(resolve));
    document.body.getBoundingClientRect();
    return performance.now() - begin;
  }, tool);
}

export const form: Bench = {
  name: 'form',
  inVscode: true,
  run: () => {
    const options = { width: 1400, height: 900, arrange: withServers({ samples: ['schema-samples/server.mjs'] }) };
    return withWindow('form bench', options, async (window) => {
      const switchboard = new Switchboard(window);
      await switchboard.open();
      await approveAndStart(window, 'samples');
      const inspector = await switchboard.inspectorInEditor();
      await openForm(inspector, 'form_500');
      const { ours, peer } = await inTurns(
        rounds,
        () => openForm(inspector, 'form_500'),
        () => openForm(inspector, 'form_5'),
      );
      const spec = { name: 'a form of 500 fields opens', unit: 'ms', peerName: 'the same with 5 fields' };
      return [row({ ...spec, limit: { ratio: 10, ours: 100 } }, ours, peer)];
    });
  },
};
