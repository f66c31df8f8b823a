import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { mock, test } from 'node:test';
import { effect, signal } from '@preact/signals-core';
import { ConfigStore, type ConfigStoreOptions } from '../../../src/core/config/sources/configStore.ts';
import type { ParsedConfig } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { settled } from '../../support/until.ts';
import { FakeFiles, FakeWorkspace } from './support.ts';

failOnLeaks();

const vscode = '/work/app/.vscode/mcp.json';
const user = '/home/u/mcp.json';
const one = '{"servers":{"one":{"command":"1"}}}';

interface Bench {
  readonly files: FakeFiles;
  readonly workspace: FakeWorkspace;
  readonly store: ConfigStore;
  names(): readonly string[];
  codes(): readonly string[];
  settle(): Promise<void>;
}

async function withStore(
  texts: Readonly<Record<string, string>>,
  run: (bench: Bench) => Promise<void>,
  more: Partial<ConfigStoreOptions> = {},
): Promise<void> {
  const files = new FakeFiles();
  const workspace = new FakeWorkspace();
  for (const [path, text] of Object.entries(texts)) files.texts.set(path, text);
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const store = new ConfigStore({ files, workspace, userSources: [{ kind: 'user', file: user }], quietMs: 5, ...more });
  try {
    await store.ready;
    await run({
      files,
      workspace,
      store,
      names: () => store.configuration.value.servers.map(({ name }) => name),
      codes: () => store.configuration.value.problems.map(({ code }) => code),
      settle: async () => {
        mock.timers.tick(1_000);
        await settled();
      },
    });
  } finally {
    store.dispose();
    mock.timers.reset();
  }
  assert.equal(files.watching, 0);
  assert.equal(workspace.hasListeners, false);
}

test(`all files of the folders and of the user are merged${proves('R100', 'R101', 'R106')}`, async () => {
  const texts = {
    [vscode]: one,
    '/work/app/.mcp.json': '{"mcpServers":{"two":{"command":"2"}}}',
    '/work/app/mcp.json': '{"mcp_servers":{"three":{"command":"3"}}}',
    '/work/app/.mcprc': '{"four":{"command":"4"}}',
    [user]: '{"servers":{"one":{"command":"x"},"five":{"command":"5"}}}',
  };
  await withStore(texts, async ({ names, codes }) => {
    assert.deepEqual(names(), ['one', 'two', 'three', 'four', 'five']);
    assert.deepEqual(codes(), ['shadowed']);
  });
});

test('a change on disk is followed, and a file that goes takes its servers with it', async () => {
  await withStore({ [vscode]: one }, async ({ files, names, settle }) => {
    files.change(vscode, '{"servers":{"one":{"command":"1"},"two":{"command":"2"}}}');
    await settle();
    assert.deepEqual(names(), ['one', 'two']);
    files.change(vscode, undefined);
    await settle();
    assert.deepEqual(names(), []);
    files.change('/work/app/.mcprc', '{"late":{"command":"x"}}');
    await settle();
    assert.deepEqual(names(), ['late']);
  });
});

test('a half-typed file keeps the last good servers and shows the problem', async () => {
  await withStore({ [vscode]: one }, async ({ files, store, names, codes, settle }) => {
    const before = store.configuration.value.servers[0];
    files.change(vscode, '{"servers":{"one":{"command":"1"},"two":{"comm');
    await settle();
    assert.deepEqual(names(), ['one']);
    assert.equal(store.configuration.value.servers[0], before);
    assert.ok(codes().includes('syntax'));
    files.change(vscode, '');
    await settle();
    assert.deepEqual(names(), ['one']);
    files.change(vscode, '{"servers":{"two":{"command":"2"}}}');
    await settle();
    assert.deepEqual(names(), ['two']);
    assert.deepEqual(codes(), []);
  });
});

test('of a file that is broken from the start complete entries are used, an incomplete one is not', async () => {
  const text = '{"servers":{"whole":{"command":"1"},"half":{"command":"2","args":["--safe", }}';
  await withStore({ [vscode]: text }, async ({ names, codes }) => {
    assert.deepEqual(names(), ['whole']);
    assert.ok(codes().includes('syntax'));
  });
});

test('a file that cannot be read is a problem, keeps its servers, and recovers', async () => {
  await withStore({ [vscode]: one }, async ({ files, store, names, settle }) => {
    files.broken.set(vscode, new Error('EACCES'));
    files.change(vscode, one);
    await settle();
    assert.deepEqual(names(), ['one']);
    assert.equal(store.configuration.value.problems[0]?.message, 'This file cannot be read: EACCES');
    files.broken.clear();
    files.change(vscode, one);
    await settle();
    assert.deepEqual(store.configuration.value.problems, []);
  });
});

test('many changes at once are read once', async () => {
  await withStore({ [vscode]: one }, async ({ files, settle }) => {
    const before = files.reads;
    for (let round = 0; round < 20; round++) files.change(vscode, `{"servers":{"s${round}":{"command":"x"}}}`);
    await settle();
    assert.equal(files.reads, before + 1);
  });
});

test('the same text again changes nothing and notifies no listener', async () => {
  await withStore({ [vscode]: one }, async ({ files, store, settle }) => {
    let updates = -1;
    const stop = effect(() => void (store.configuration.value, updates++));
    files.change(vscode, one);
    await settle();
    assert.equal(updates, 0);
    stop();
  });
});

test('folders that come and go are followed', async () => {
  const lib = { name: 'lib', path: '/work/lib' };
  await withStore(
    { [vscode]: one, '/work/lib/.mcp.json': '{"lib":{"command":"x"}}' },
    async ({ workspace, names, settle, files }) => {
      workspace.set({ folders: [...workspace.folders, lib] });
      await settle();
      assert.deepEqual(names(), ['one', 'lib']);
      workspace.set({ folders: [lib] });
      await settle();
      assert.deepEqual(names(), ['lib']);
      assert.equal(files.watching, 7);
    },
  );
});

test('an untrusted workspace is read all the same: reading runs nothing', async () => {
  await withStore({ [vscode]: one }, async ({ workspace, names, settle }) => {
    workspace.set({ trusted: false });
    await settle();
    assert.deepEqual(names(), ['one']);
  });
});

test('servers without a file come last and can change', async () => {
  const extra = signal<readonly ParsedConfig[]>([]);
  await withStore(
    { [vscode]: one },
    async ({ names }) => {
      extra.value = [parseConfig('{"servers":{"one":{"command":"x"},"ext":{"command":"y"}}}', 'extension', 'ext')];
      assert.deepEqual(names(), ['one', 'ext']);
    },
    { extra },
  );
});

test('a slow read that is overtaken by a later one is dropped', async () => {
  await withStore({ [vscode]: one }, async ({ files, store, names }) => {
    const slow = Promise.withResolvers<string | undefined>();
    const read = files.read.bind(files);
    files.read = (path) => (path === vscode ? slow.promise : read(path));
    const first = store.reload();
    files.read = read;
    files.texts.set(vscode, '{"servers":{"new":{"command":"x"}}}');
    await store.reload();
    slow.resolve('{"servers":{"stale":{"command":"x"}}}');
    await first;
    assert.deepEqual(names(), ['new']);
  });
});

test('a reload returns what was written before it, though a later read overtakes it', async () => {
  await withStore({ [vscode]: one }, async ({ files, store, names }) => {
    const later = Promise.withResolvers<string | undefined>();
    const reads = [Promise.resolve('{"servers":{}}'), later.promise];
    const read = files.read.bind(files);
    files.read = (path) => (path === vscode ? reads.shift()! : read(path));
    const [first, second] = [store.reload(), store.reload()];
    await settled();
    assert.deepEqual(names(), ['one'], 'the read that was overtaken is not taken over');
    later.resolve('{"servers":{"two":{"command":"2"}}}');
    await first;
    assert.deepEqual(names(), ['two']);
    await second;
  });
});

test('a workspace file and a devcontainer.json are followed like the others, each with its precedence', async () => {
  const workspaceFile = '/work/all.code-workspace';
  const container = '/work/app/.devcontainer/devcontainer.json';
  const inWorkspace = (command: string): string =>
    `{ "folders": [], "settings": { "mcp": { "servers": { "one": { "command": "${command}" }, "two": { "command": "2" } } } } } // end`;
  const texts = {
    [vscode]: one,
    [user]: '{"servers":{"two":{"command":"u"},"three":{"command":"u"}}}',
    [container]:
      '{"image":"x","customizations":{"vscode":{"mcp":{"servers":{"three":{"command":"d"},"two":{"command":"d"}}}}}}',
  };
  await withStore(texts, async ({ files, workspace, store, settle }) => {
    const commands = (): unknown =>
      Object.fromEntries(
        store.configuration.value.servers.map(({ name, launch }) => [name, launch.kind === 'stdio' && launch.command]),
      );
    assert.deepEqual(commands(), { one: '1', two: 'd', three: 'd' });
    files.texts.set(workspaceFile, inWorkspace('w'));
    workspace.set({ file: workspaceFile });
    await settle();
    assert.deepEqual(commands(), { one: '1', two: '2', three: 'd' });
    files.replace(vscode, '{"servers":{}}');
    files.replace(workspaceFile, inWorkspace('again'));
    await settle();
    assert.deepEqual(commands(), { one: 'again', two: '2', three: 'd' });
    assert.deepEqual(
      store.configuration.value.shadowed.map(({ entry, winner }) => [
        entry.name,
        entry.source.kind,
        winner.source.kind,
      ]),
      [
        ['two', 'devcontainer', 'codeWorkspace'],
        ['two', 'user', 'codeWorkspace'],
        ['three', 'user', 'devcontainer'],
      ],
    );
  });
});

test('a change that came before the watcher began is found by a second look, once', async () => {
  await withStore({ [vscode]: one }, async ({ files, store, names, settle }) => {
    files.texts.set(vscode, '{"servers":{"two":{"command":"2"}}}'); // no event tells of it
    await settle();
    assert.deepEqual(names(), ['one']);
    mock.timers.tick(5_000);
    await settle();
    assert.deepEqual(names(), ['two']);
    const seen = store.configuration.value;
    files.texts.set(vscode, one);
    mock.timers.tick(60_000);
    await settle();
    assert.equal(store.configuration.value, seen);
  });
});
