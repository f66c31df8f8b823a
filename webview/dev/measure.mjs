// `node webview/dev/measure.mjs` prints sizes and times of the webview alone, with the fake host.
// "cpu" is what the page's own thread spent: the same on a busy machine as on an idle one.
import { buildApp, launch, openPage } from './bed.mjs';

const app = await buildApp();
const browser = await launch();
const kb = (text) => (Buffer.byteLength(text) / 1024).toFixed(1);
console.log(`bundle: js ${kb(Object.values(app.js).join(''))} KB, css ${kb(app.css)} KB`);

async function openMeasured(options) {
  const page = await openPage(browser, app, options);
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const cpuMs = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'TaskDuration').value * 1_000;
  };
  await page.evaluate(() => {
    window.blocks = [];
    const note = (list) => window.blocks.push(...list.getEntries().map((entry) => entry.duration));
    new PerformanceObserver(note).observe({ entryTypes: ['longtask'] });
    window.until = async (test) => {
      while (!test()) await new Promise((resolve) => setTimeout(resolve));
      document.body.getBoundingClientRect();
    };
    window.type = async (selector, text) => {
      const input = document.querySelector(selector).shadowRoot.querySelector('input');
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      await new Promise((resolve) => setTimeout(resolve));
      document.body.getBoundingClientRect();
    };
  });
  /** Prints wall and cpu time of `run` in the page, divided by `times`. */
  const measure = async (what, run, times = 1) => {
    const before = await cpuMs();
    const wall = await page.evaluate(
      `(async () => { const began = performance.now(); await (${run})(); return performance.now() - began; })()`,
    );
    const cpu = (await cpuMs()) - before;
    const longest = await page.evaluate(() => Math.max(0, ...window.blocks.splice(0)));
    console.log(
      `${what}: wall ${(wall / times).toFixed(1)} ms, cpu ${(cpu / times).toFixed(1)} ms, longest task ${longest.toFixed(0)} ms`,
    );
  };
  return { page, measure };
}

{
  const { page, measure } = await openMeasured({ width: 320 });
  await measure('2,000 tools, list usable', () => {
    window.fakeHost.note('selection/changed', { server: 'many' });
    return window.until(() => document.querySelector('[data-tool="tool_0"]'));
  });
  const keys = async () => {
    for (const text of ['t', 'to', 'too', 'tool', 'tool_1', 'tool_19', 'tool_199', 'thing', 'number 7', ''])
      await window.type('[data-testid=tool-search]', text);
  };
  await measure('2,000 tools, one keystroke', keys, 10);
  await measure('500 fields, form open', () => {
    window.fakeHost.note('selection/changed', { server: 'many', tool: 'wide' });
    return window.until(() => document.querySelector('[data-field="/field_0"] vscode-text-field'));
  });
  await measure('500 fields, the rest in pauses', () =>
    window.until(() => document.querySelector('[data-field="/field_499"]')),
  );
  const letters = async () => {
    for (const text of 'abcdefghij') await window.type('[data-field="/field_0"] vscode-text-field', text);
  };
  await measure('500 fields, one keystroke', letters, 10);
  await page.context().close();
}

{
  const { page, measure } = await openMeasured({ view: 'traffic', width: 1200, height: 400 });
  const flood = async () => {
    const row = (at) => ({
      at,
      server: 'flood',
      connection: 'c',
      direction: 'toClient',
      kind: 'notification',
      method: 'notifications/message',
      bytes: 120,
      preview: `{"jsonrpc":"2.0","params":{"level":"info","data":"message number ${at}"}}`,
    });
    for (let batch = 0; batch < 50; batch++) {
      window.fakeHost.append(Array.from({ length: 2000 }, (_, at) => row(batch * 2000 + at)));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await window.until(() => document.querySelector('[data-seq="99999"]'));
  };
  await measure('100,000 rows, one batch of 2,000 (with the fake host making it)', flood, 50);
  await measure('filter 100,000 rows, first result', async () => {
    await window.type('[data-testid=traffic-filter]', 'number 4242');
    await window.until(() => document.querySelector('[data-seq="4242"]'));
  });
  await measure('filter 100,000 rows, rest', () =>
    window.until(() => document.querySelector('[data-testid=traffic-counts]').textContent.startsWith('20 of')),
  );
  await page.evaluate(() => window.type('[data-testid=traffic-filter]', ''));
  const scroll = async () => {
    const rows = document.querySelector('[data-testid=traffic-rows]');
    for (let step = 0; step < 120; step++) {
      rows.scrollTop = (rows.scrollHeight * step) / 120;
      await new Promise(requestAnimationFrame);
    }
  };
  await measure('scroll through 100,000 rows, one frame', scroll, 120);
  const { heap, elements } = await page.evaluate(() => {
    globalThis.gc?.();
    return { heap: performance.memory.usedJSHeapSize / 1_048_576, elements: document.querySelectorAll('*').length };
  });
  console.log(`heap ${heap.toFixed(0)} MB with 100,000 rows, the fake host's copy included; ${elements} elements`);
  await page.context().close();
}
await browser.close();
