import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { ManifestTools } from '../../src/core/manifest/manifestTools.ts';
import { writeManyManifests } from '../fixtures/manifest/many.ts';
import { type Home, echoManifest, makeHome, nextChange, toolsOf } from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();

let home: Home;

before(async () => {
  home = await makeHome();
  await writeManyManifests(home.manifests, 1_000, 10);
});
after(() => home.remove());

/** The machine may be busy with other tests: the promise is kept if it is kept once. */
async function bestOf(
  attempts: number,
  limitMs: number,
  measure: (attempt: number) => Promise<number>,
): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < attempts && best >= limitMs; attempt++) best = Math.min(best, await measure(attempt));
  return best;
}

async function withTools<T>(run: (tools: ManifestTools) => Promise<T>): Promise<T> {
  const tools = toolsOf(home);
  try {
    return await run(tools);
  } finally {
    tools.dispose();
  }
}

test('1,000 manifests with 10,000 tools load in under 1.5 s', async () => {
  const ms = await bestOf(5, 1_500, () =>
    withTools(async (tools) => {
      const startedAt = performance.now();
      await tools.ready;
      const took = performance.now() - startedAt;
      assert.equal(tools.tools().length, 10_000);
      assert.deepEqual(tools.problems.value, []);
      return took;
    }),
  );
  assert.ok(ms < 1_500, `it took ${ms} ms`);
});

test('a change among 1,000 manifests is live within 500 ms', async () => {
  const ms = await withTools(async (tools) => {
    await tools.ready;
    return bestOf(5, 500, async (attempt) => {
      await tools.reload();
      const heard = nextChange(tools);
      await home.write('group3/new.json', echoManifest([`new${attempt}`]));
      const took = await heard;
      assert.equal(tools.tools().length, 10_001);
      return took;
    });
  });
  assert.ok(ms < 500, `it took ${ms} ms`);
});
