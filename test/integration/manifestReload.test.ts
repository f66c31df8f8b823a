import assert from 'node:assert/strict';
import { proves } from '../requirements.ts';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import type { ManifestTools } from '../../src/core/manifest/manifestTools.ts';
import { describeProblem } from '../../src/core/manifest/read/model.ts';
import { startService } from '../fixtures/manifest/startService.ts';
import {
  type Home,
  callTool,
  echoManifest,
  makeHome,
  textOf,
  toolsOf,
  onNewTools,
} from '../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';

failOnLeaks();

const windows = process.platform === 'win32' && 'Unix sockets only';

let home: Home;
let tools: ManifestTools;

beforeEach(async () => {
  home = await makeHome();
});
afterEach(async () => {
  tools.dispose();
  await home.remove();
});

async function open(more: Parameters<typeof toolsOf>[1] = {}): Promise<void> {
  tools = toolsOf(home, more);
  await tools.ready;
}

const names = (): string[] => tools.tools.value.map(({ name }) => name);

/** Does something to the files and waits until the tools are these, which must have been announced. */
async function becomes(change: () => Promise<unknown>, expected: readonly string[]): Promise<void> {
  let announced = 0;
  const stop = onNewTools(tools, () => announced++);
  await change();
  await until(() => isDeepStrictEqual(names(), expected), `the tools ${expected.join(', ')}`);
  stop.dispose();
  assert.ok(announced > 0, 'the change is announced');
}

test(`a file that is added, changed or removed is live${proves('R142', 'R144')}`, async () => {
  await open();
  assert.deepEqual(names(), []);
  await becomes(() => home.write('a.json', echoManifest(['one'])), ['tairseach_one']);
  await becomes(() => home.write('a.json', echoManifest(['one', 'two'])), ['tairseach_one', 'tairseach_two']);
  await becomes(() => rm(path.join(home.manifests, 'a.json')), []);
});

test('a file in a new folder, and in a folder inside it, is live', async () => {
  await open();
  await becomes(() => home.write('core/a.json', echoManifest(['one'])), ['tairseach_one']);
  await becomes(() => home.write('x/y/z/b.json', echoManifest(['two'])), ['tairseach_one', 'tairseach_two']);
  await becomes(() => home.write('x/y/z/b.json', echoManifest(['three'])), ['tairseach_one', 'tairseach_three']);
  await becomes(() => rm(path.join(home.manifests, 'x'), { recursive: true }), ['tairseach_one']);
});

test('a folder that does not exist yet is waited for, and may go and come back', async () => {
  await rm(path.join(home.dir, '.tairseach'), { recursive: true });
  await open();
  await becomes(() => home.write('a.json', echoManifest(['one'])), ['tairseach_one']);
  await becomes(() => rm(home.manifests, { recursive: true }), []);
  await becomes(() => home.write('a.json', echoManifest(['two'])), ['tairseach_two']);
  await becomes(() => home.write('a.json', echoManifest(['three'])), ['tairseach_three']);
});

test('a file that is saved by replacing it is noticed', async () => {
  await home.write('a.json', echoManifest(['one']));
  await open();
  await becomes(async () => {
    const draft = path.join(home.manifests, 'a.json.tmp');
    await writeFile(draft, JSON.stringify(echoManifest(['two'])));
    await rename(draft, path.join(home.manifests, 'a.json'));
  }, ['tairseach_two']);
});

test('the target of a link is watched too', { skip: windows }, async () => {
  const elsewhere = path.join(home.dir, 'elsewhere');
  await mkdir(elsewhere);
  const target = path.join(elsewhere, 'real.json');
  await writeFile(target, JSON.stringify(echoManifest(['one'])));
  await symlink(target, path.join(home.manifests, 'a.json'));
  await open();
  await becomes(() => writeFile(target, JSON.stringify(echoManifest(['two']))), ['tairseach_two']);
});

test('a broken edit removes the tools and reports a problem, and fixing it restores them', async () => {
  const file = await home.write('a.json', echoManifest(['one']));
  await home.write('b.json', echoManifest(['two']));
  await open();
  await becomes(() => writeFile(file, '{\n  "id": "echo",\n'), ['tairseach_two']);
  assert.match(describeProblem(tools.problems.value[0]!), /a\.json:2: Not valid JSON: /);
  await becomes(() => home.write('a.json', echoManifest(['one'])), ['tairseach_one', 'tairseach_two']);
  assert.deepEqual(tools.problems.value, []);
});

test('a name that a second file takes is refused in both, and free again when it goes', async () => {
  await home.write('a.json', echoManifest(['one']));
  await open();
  await becomes(() => home.write('b.json', echoManifest(['one', 'two'])), ['tairseach_two']);
  assert.deepEqual(
    tools.problems.value.map(({ code, span }) => `${code} ${span.line + 1}`),
    ['duplicate 5', 'duplicate 5'],
  );
  await becomes(() => rm(path.join(home.manifests, 'b.json')), ['tairseach_one']);
});

test('a change that concerns no tool is not announced', async () => {
  const file = await home.write('a.json', echoManifest(['one']));
  await open();
  let announced = 0;
  const stop = onNewTools(tools, () => announced++);
  const before = tools.tools.value;
  await writeFile(file, JSON.stringify({ ...echoManifest(['one']), version: '2.0.0' }));
  await writeFile(path.join(home.manifests, 'notes.txt'), 'x');
  await tools.reload();
  assert.equal(announced, 0);
  assert.equal(tools.tools.value[0], before[0]);
  await becomes(() => home.write('b.json', echoManifest(['two'])), ['tairseach_one', 'tairseach_two']);
  stop.dispose();
  assert.equal(announced, 1, 'only the change that came after');
});

test('a hundred quick edits are announced a few times, and the last one counts', async () => {
  await open();
  let announced = 0;
  const stop = onNewTools(tools, () => announced++);
  for (let n = 0; n < 100; n++) await home.write('a.json', echoManifest([`edit${n}`]));
  await until(() => isDeepStrictEqual(names(), ['tairseach_edit99']), 'the last edit');
  stop.dispose();
  assert.ok(announced >= 1 && announced < 20, `announced ${announced} times`);
});

test('calls in flight survive a reload, and the removal of their tool', { skip: windows }, async () => {
  await home.write('a.json', echoManifest(['slow', 'say']));
  const service = await startService(home.socket);
  try {
    await open();
    const calls = Array.from({ length: 50 }, (_, n) => callTool(tools, 'tairseach_slow', { n }));
    await service.reached('echo.slow');
    await becomes(() => home.write('a.json', echoManifest(['say', 'other'])), ['tairseach_other', 'tairseach_say']);
    await becomes(() => rm(path.join(home.manifests, 'a.json')), []);
    let done = false;
    const outcomes = Promise.all(calls).finally(() => (done = true));
    await until(() => (service.release(), done), 'all calls, those too that wait for a connection');
    for (const [n, outcome] of (await outcomes).entries()) assert.equal(textOf(outcome), `{"n":${n}}`);
  } finally {
    await service.stop();
  }
});

test('the declaration of a tool can be looked up', async () => {
  const file = await home.write('a.json', echoManifest(['one', 'two']));
  await open();
  const place = await tools.sourceOf('tairseach_two');
  assert.equal(place?.file, file);
  assert.equal(place?.span.line, 11);
  assert.equal(await tools.sourceOf('tairseach_none'), undefined);
});

test('after the end no change is reported any more', async () => {
  await open();
  tools.dispose();
  let announced = 0;
  onNewTools(tools, () => announced++);
  const another = toolsOf(home);
  await another.ready;
  await home.write('a.json', echoManifest(['one']));
  await until(() => another.tools.value.length === 1, 'another one that hears of it');
  another.dispose();
  assert.equal(announced, 0);
  assert.deepEqual(names(), []);
});
