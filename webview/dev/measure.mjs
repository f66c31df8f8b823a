// `node webview/dev/measure.mjs` prints sizes and times of the webview alone, with the fake host.
import { buildApp, launch, openPage } from './bed.mjs';

const app = await buildApp();
const kb = (text) => (Buffer.byteLength(text) / 1024).toFixed(1);
console.log(`bundle: js ${kb(app.js)} KB, css ${kb(app.css)} KB`);
const browser = await launch();

async function tools() {
  const page = await openPage(browser, app, {
    width: 320,
    prepare: () => (window.fakeWorld.selection = { server: 'embedded' }),
  });
  const listMs = await page.evaluate(async () => {
    const started = performance.now();
    window.fakeHost.note('selection/changed', { server: 'many' });
    while (!document.querySelector('[data-tool="tool_0"]')) await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
    return performance.now() - started;
  });
  const keys = await page.evaluate(async () => {
    const field = document.querySelector('[data-testid=tool-search]');
    const input = field.shadowRoot.querySelector('input');
    const times = [];
    for (const text of ['t', 'to', 'too', 'tool', 'tool_1', 'tool_19', 'tool_199', 'thing', 'number 7', 'zzz', '']) {
      const started = performance.now();
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      await Promise.resolve();
      await new Promise((resolve) => setTimeout(resolve));
      document.body.getBoundingClientRect();
      times.push(performance.now() - started);
      await new Promise(requestAnimationFrame);
    }
    return times;
  });
  console.log(
    `2,000 tools: list usable in ${listMs.toFixed(0)} ms; keystroke max ${Math.max(...keys).toFixed(1)} ms, median ${keys.sort((a, b) => a - b)[5].toFixed(1)} ms`,
  );
  await page.context().close();
}

async function wideForm() {
  const page = await openPage(browser, app, {
    width: 420,
    prepare: () => (window.fakeWorld.selection = { server: 'many' }),
  });
  await page.waitForSelector('[data-tool="tool_0"]');
  const result = await page.evaluate(async () => {
    const blocks = [];
    new PerformanceObserver((list) => blocks.push(...list.getEntries().map((entry) => entry.duration))).observe({
      entryTypes: ['longtask'],
    });
    const started = performance.now();
    window.fakeHost.note('selection/changed', { server: 'many', tool: 'wide' });
    while (!document.querySelector('[data-field="/field_0"] vscode-text-field'))
      await new Promise((resolve) => setTimeout(resolve));
    document.body.getBoundingClientRect();
    await new Promise(requestAnimationFrame);
    const open = performance.now() - started;
    while (!document.querySelector('[data-field="/field_499"]')) await new Promise((resolve) => setTimeout(resolve, 5));
    const whole = performance.now() - started;
    const input = document.querySelector('[data-field="/field_0"] vscode-text-field').shadowRoot.querySelector('input');
    const keys = [];
    for (const text of ['a', 'ab', 'abc', 'abcd', 'abcde']) {
      const began = performance.now();
      input.value = text;
      input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
      await new Promise((resolve) => setTimeout(resolve));
      document.body.getBoundingClientRect();
      keys.push(performance.now() - began);
    }
    return { open, whole, keys, blocks };
  });
  console.log(
    `500 fields: open in ${result.open.toFixed(0)} ms, all there after ${result.whole.toFixed(0)} ms, longest task ${Math.max(0, ...result.blocks).toFixed(0)} ms, keystroke ${Math.max(...result.keys).toFixed(1)} ms`,
  );
  await page.context().close();
}

async function flood() {
  const page = await openPage(browser, app, { view: 'traffic', width: 1200, height: 400 });
  const result = await page.evaluate(async () => {
    const blocks = [];
    new PerformanceObserver((list) => blocks.push(...list.getEntries().map((entry) => entry.duration))).observe({
      entryTypes: ['longtask'],
    });
    const row = (at) => ({
      at: Date.now(),
      server: 'flood',
      connection: 'c',
      direction: 'toClient',
      kind: 'notification',
      method: 'notifications/message',
      bytes: 120,
      preview: `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":"message number ${at}"}}`,
    });
    const started = performance.now();
    for (let batch = 0; batch < 50; batch++) {
      window.fakeHost.append(Array.from({ length: 2000 }, (_, at) => row(batch * 2000 + at)));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    while (!document.querySelector('[data-seq="99999"]')) await new Promise((resolve) => setTimeout(resolve, 5));
    const shown = performance.now() - started;
    const floodBlocks = [...blocks];
    blocks.length = 0;
    const input = document.querySelector('[data-testid=traffic-filter]').shadowRoot.querySelector('input');
    const began = performance.now();
    input.value = 'number 4242';
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    while (!document.querySelector('[data-seq="4242"]')) await new Promise((resolve) => setTimeout(resolve));
    const first = performance.now() - began;
    while (!/^20 of/.test(document.querySelector('[data-testid=traffic-counts]').textContent))
      await new Promise((resolve) => setTimeout(resolve));
    const all = performance.now() - began;
    input.value = '';
    input.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    await new Promise((resolve) => setTimeout(resolve, 100));
    const rows = document.querySelector('[data-testid=traffic-rows]');
    const frames = [];
    let last = performance.now();
    for (let step = 0; step < 120; step++) {
      rows.scrollTop = (rows.scrollHeight * step) / 120;
      await new Promise(requestAnimationFrame);
      frames.push(performance.now() - last);
      last = performance.now();
    }
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 200));
    return {
      shown,
      floodBlocks,
      filterBlocks: blocks,
      first,
      all,
      frames,
      heap: performance.memory.usedJSHeapSize / 1048576,
      nodes: document.querySelectorAll('*').length,
    };
  });
  const frames = result.frames.toSorted((a, b) => a - b);
  console.log(
    `100,000 rows in 50 batches: shown after ${result.shown.toFixed(0)} ms, longest task ${Math.max(0, ...result.floodBlocks).toFixed(0)} ms (the fake host's own work included)`,
  );
  console.log(
    `filter 100,000: first ${result.first.toFixed(0)} ms, all ${result.all.toFixed(0)} ms; scroll frame p50 ${frames[60].toFixed(1)} p95 ${frames[114].toFixed(1)} ms; heap ${result.heap.toFixed(0)} MB (holds the fake host's copy too); ${result.nodes} elements`,
  );
  await page.context().close();
}

await tools();
await wideForm();
await flood();
await browser.close();
