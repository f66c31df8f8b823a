import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { createManifests } from '../../../src/core/app/manifests.ts';
import { echoManifest, makeHome, testHost, onNewTools } from '../../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

test('a folder that is set later counts at once, and its tools are announced', async () => {
  const home = await makeHome();
  const folder = path.join(home.dir, 'more');
  await mkdir(folder);
  await writeFile(path.join(folder, 'late.json'), JSON.stringify(echoManifest(['late'])));
  const settings: Record<string, unknown> = {};
  const host = testHost(home.dir, settings);
  try {
    const manifests = createManifests();
    await manifests.reopen(); // before anyone has listed tools there is nothing to start over
    const source = await manifests.source.open(host);
    const names = (): readonly string[] => source.tools.value.map(({ name }) => name);
    let changes = 0;
    onNewTools(source, () => changes++);
    assert.deepEqual(names(), []);
    settings['manifests.folders'] = [folder];
    const first = manifests.reopen();
    settings['manifests.prefix'] = 'x_';
    await Promise.all([first, manifests.reopen()]);
    assert.deepEqual(names(), ['x_late']);
    assert.ok(changes >= 1);
    assert.equal((await manifests.tools.peek()?.sourceOf('x_late'))?.file, path.join(folder, 'late.json'));
  } finally {
    host.lifetime.dispose();
    await home.remove();
  }
});
