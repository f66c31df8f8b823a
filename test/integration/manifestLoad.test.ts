import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Home, echoManifest, makeHome, nextChange, toolsOf } from '../fixtures/manifest/tools.ts';
import { writeManyManifests } from '../fixtures/manifest/many.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();

let home: Home;

before(async () => {
  home = await makeHome();
  await writeManyManifests(home.manifests, 1_000, 10);
});
after(() => home.remove());

test('1,000 manifests with 10,000 tools load in under 1.5 s, and a change among them is live within 500 ms', async () => {
  const startedAt = performance.now();
  const tools = toolsOf(home);
  try {
    await tools.ready;
    const ms = performance.now() - startedAt;
    assert.equal(tools.tools().length, 10_000);
    assert.deepEqual(tools.problems.value, []);
    assert.ok(ms < 1_500, `it took ${ms} ms`);
    await tools.reload();
    const heard = nextChange(tools);
    await home.write('group3/new.json', echoManifest(['new']));
    const reloadMs = await heard;
    assert.equal(tools.tools().length, 10_001);
    assert.ok(reloadMs < 500, `it took ${reloadMs} ms`);
  } finally {
    tools.dispose();
  }
});
