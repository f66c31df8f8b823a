import assert from 'node:assert/strict';
import { proves } from '../requirements.ts';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { oldSettingNames, settingDefaults } from '../../src/core/app/settings/settings.ts';
import { commandIds } from '../../src/extension/shell/commandIds.ts';
import { projectRoot, readJson, readSources } from '../support/sources.ts';

interface MenuEntry {
  readonly command?: string;
  readonly submenu?: string;
  readonly when?: string;
}

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
    readonly menus: Record<string, readonly MenuEntry[]>;
    readonly submenus: readonly { readonly id: string }[];
    readonly views: Record<string, readonly { readonly id: string; readonly icon?: string }[]>;
    readonly configuration: readonly { readonly properties: Record<string, { readonly default?: unknown }> }[];
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
  const submenus = new Set(contributes.submenus.map(({ id }) => id));
  const used = Object.values(contributes.menus).flat();
  assert.ok(used.length > 5);
  assert.deepEqual(
    used.filter(({ command = '', submenu = '' }) => !known.has(command) && !submenus.has(submenu)),
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
  const properties = contributes.configuration.flatMap((group) => Object.entries(group.properties));
  const declared = properties.map(([key, { default: value }]) => [key.replace('mcpSwitchboard.', ''), value] as const);
  const oldNames = new Set(Object.values(oldSettingNames));
  assert.deepEqual(Object.fromEntries(declared.filter(([key]) => !oldNames.has(key))), { ...settingDefaults });
  assert.deepEqual(new Set(declared.map(([key]) => key).filter((key) => oldNames.has(key))), oldNames);
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

test(`every text of the manifest is there in English and in Chinese, and none is left over${proves('R172')}`, () => {
  const used = new Set([...JSON.stringify(manifest).matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key ?? ''));
  assert.ok(used.size > 20);
  for (const file of ['package.nls.json', 'package.nls.zh-cn.json']) {
    assert.deepEqual(new Set(Object.keys(readJson<Record<string, string>>(file))), used, file);
  }
});

const literal = /'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/.source;

/** The texts of `t('…')` and `l10n.t('…')`, and both forms of `tn(count, '…', '…')`. */
function textsOf(folder: string): Set<string> {
  const calls = new RegExp(`\\bt\\(\\s*(${literal})|\\btn\\([^'"]*?,\\s*(${literal}),\\s*(${literal})`, 'g');
  const found = readSources(folder).flatMap(({ text }) => [...text.matchAll(calls)].flatMap((match) => match.slice(1)));
  return new Set(found.filter(Boolean).map((quoted) => quoted.slice(1, -1).replaceAll(/\\(.)/g, '$1')));
}

const placeholders = (text: string): Set<string> => new Set(text.match(/\{\d+\}/g));

test(`every text of the code and of the webview is in the Chinese bundle, and none is left over${proves('R172')}`, () => {
  const bundle = readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json');
  const [host, webview] = [textsOf('src'), textsOf('webview')];
  assert.ok(host.size > 200 && webview.size > 500, `only ${host.size} and ${webview.size} texts are seen`);
  assert.deepEqual(new Set(Object.keys(bundle)), new Set([...host, ...webview]));
  for (const [key, text] of Object.entries(bundle)) assert.deepEqual(placeholders(text), placeholders(key), key);
});

test('the webview gives its texts as literals, so that none escapes the bundle', () => {
  const loose = readSources('webview')
    .filter(({ file }) => file !== 'webview/platform/l10n.ts')
    .flatMap(({ file, text }) => [...text.matchAll(/\bt\(\s*[^\s'"].*/g)].map(([call]) => `${file}: ${call}`));
  assert.deepEqual(loose, []);
});

test('the extension starts lazily and is limited in an untrusted workspace', () => {
  assert.deepEqual(
    manifest.activationEvents.filter((event) => /^(?:\*|onStartupFinished|onLanguage:.*)$/.test(event)), // JSON is everywhere
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

test(`the wire types are those of the official SDK, 2.4.0 or later${proves('C26')}`, () => {
  for (const part of ['client', 'core', 'server']) {
    const [major = 0, minor = 0] = (manifest.dependencies[`@modelcontextprotocol/${part}`] ?? '')
      .split('.')
      .map(Number);
    assert.ok(major > 2 || (major === 2 && minor >= 4), part);
  }
});

test('files that the manifest names are there', () => {
  assert.ok(existsSync(path.join(projectRoot, manifest.icon)));
  assert.ok(manifest.main.startsWith('./dist/') && manifest.bin['switchboard'] === 'dist/cli.cjs');
});
