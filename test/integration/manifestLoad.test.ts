import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ManifestTools } from '../../src/core/manifest/manifestTools.ts';
import { writeManyManifests } from '../fixtures/manifest/many.ts';
import { type Home, echoManifest, makeHome, toolsOf, onNewTools } from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();

let home: Home;

before(async () => {
  home = await makeHome();
  await writeManyManifests(home.manifests, 1_000, 10);
});
after(() => home.remove());

async function withTools(run: (tools: ManifestTools) => Promise<void>): Promise<void> {
  const tools = toolsOf(home);
  try {
    await tools.ready;
    await run(tools);
  } finally {
    tools.dispose();
  }
}

// How long this takes is a matter of the bench.
test('1,000 manifests with 10,000 tools load without a problem', () =>
  withTools(async (tools) => {
    assert.equal(tools.tools.value.length, 10_000);
    assert.deepEqual(tools.problems.value, []);
  }));

test('a change among 1,000 manifests is noticed', () =>
  withTools(async (tools) => {
    let announced = 0;
    const stop = onNewTools(tools, () => announced++);
    await home.write('group3/new.json', echoManifest(['new_tool']));
    await until(() => tools.tools.value.length === 10_001, 'the new tool');
    stop.dispose();
    assert.ok(announced > 0);
  }));
