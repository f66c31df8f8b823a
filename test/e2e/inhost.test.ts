import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leaveBrowser } from './support/testWorkbench.ts';
import { runInHost } from './support/inHost.ts';

test('the tests inside the extension host complete', async (t) => {
  t.after(leaveBrowser);
  const results = await runInHost();
  assert.ok(results.length > 0, 'there were tests');
  for (const { name, error } of results) {
    await t.test(name, () => {
      if (error !== undefined) throw Object.assign(new Error(name), { stack: error });
    });
  }
});
