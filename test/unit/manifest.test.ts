import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { settingDefaults } from '../../src/core/app/settings.ts';
import { commandIds } from '../../src/extension/commandIds.ts';
import { projectRoot, readJson, readSources } from '../support/sources.ts';

interface Manifest {
  readonly main: string;
  readonly icon: string;
  readonly bin: Record<string, string>;
  readonly engines: Record<string, string>;
  readonly activationEvents: readonly string[];
  readonly devDependencies: Record<string, string>;
  readonly dependencies: Record<string, string>;
  readonly capabilities: { readonly untrustedWorkspaces: { readonly supported: string } };
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly menus: Record<string, readonly { readonly command: string; readonly when?: string }[]>;
    readonly views: Record<string, readonly { readonly id: string; readonly icon?: string }[]>;
    readonly configuration: {
      readonly properties: Record<string, { readonly default: unknown; readonly scope: string }>;
    };
  };
}

const manifest = readJson<Manifest>('package.json');
const { contributes } = manifest;

test('the commands of the manifest are the commands of the code', () => {
  assert.ok(commandIds.length > 5);
  assert.deepEqual(
    contributes.commands.map(({ command }) => command),
    [...commandIds],
  );
  for (const { category } of contributes.commands) assert.equal(category, 'MCP Switchboard');
});

test('a menu names only commands that exist', () => {
  const known = new Set<string>(commandIds);
  const used = Object.values(contributes.menus).flat();
  assert.ok(used.length > 5);
  assert.deepEqual(
    used.filter(({ command }) => !known.has(command)),
    [],
  );
});

test('no item of the tree has more than three actions in its row at once', () => {
  const states = ['disconnected', 'pending', 'connecting', 'connected', 'waiting', 'error'];
  const inline = (contributes.menus['view/item/context'] ?? []).filter((entry) =>
    JSON.stringify(entry).includes('inline@'),
  );
  for (const state of states) {
    const shown = inline.filter(({ when }) =>
      new RegExp(/viewItem =~ \/(.*)\/$/.exec(when ?? '')?.[1] ?? '^$').test(`server.external.${state}`),
    );
    assert.ok(shown.length <= 3, `${state}: ${shown.map(({ command }) => command).join(', ')}`);
  }
});

test('the settings of the manifest have the defaults of the code', () => {
  const declared = Object.fromEntries(
    Object.entries(contributes.configuration.properties).map(([key, { default: value }]) => [
      key.replace('mcpSwitchboard.', ''),
      value,
    ]),
  );
  assert.deepEqual(declared, { ...settingDefaults });
});

test('every view of the manifest is registered by the code, and has an icon', () => {
  const code = readSources('src/extension')
    .map(({ text }) => text)
    .join('\n');
  const views = Object.values(contributes.views).flat();
  assert.ok(views.length >= 3);
  for (const { id, icon } of views) {
    assert.ok(code.includes(`'${id}'`), `${id} is not registered`);
    assert.ok(icon !== undefined, `${id} has no icon`);
  }
});

test('every text of the manifest is there in English and in Chinese, and none is left over', () => {
  const used = new Set([...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? ''));
  assert.ok(used.size > 20);
  for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
    assert.deepEqual(new Set(Object.keys(readJson<Record<string, string>>(file))), used, file);
  }
});

test('every text of the code is in the Chinese bundle, and none is left over', () => {
  const used = new Set(
    readSources('src/extension').flatMap(({ text }) =>
      [...text.matchAll(/l10n\.t\(\s*'((?:[^'\\]|\\.)*)'/g)].map(([, key]) => (key ?? '').replaceAll("\\'", "'")),
    ),
  );
  assert.ok(used.size > 5);
  const bundle = readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json');
  const missing = [...used].filter((key) => bundle[key] === undefined);
  assert.deepEqual(missing, []);
});

test('the extension starts lazily and is limited in an untrusted workspace', () => {
  assert.deepEqual(
    manifest.activationEvents.filter((event) => event === '*' || event === 'onStartupFinished'),
    [],
  );
  assert.equal(manifest.capabilities.untrustedWorkspaces.supported, 'limited');
  assert.equal(manifest.engines['vscode'], '^1.110.0');
});

test('every dependency is pinned exactly', () => {
  const all = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  assert.ok(all.length > 10);
  assert.deepEqual(
    all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)),
    [],
  );
});

test('files that the manifest names are there', () => {
  assert.ok(existsSync(path.join(projectRoot, manifest.icon)));
  assert.ok(manifest.main.startsWith('./dist/') && manifest.bin['switchboard'] === 'dist/cli.js');
});
