import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oldSettingNames } from '../../src/core/app/settings/settings.ts';
import { readJson, readSources } from '../support/sources.ts';

interface Property {
  readonly type?: string;
  readonly minimum?: number;
  readonly order?: number;
  readonly default?: unknown;
  readonly markdownDeprecationMessage?: string;
}

interface Group {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, Property>>;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string; readonly category: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
    readonly configuration: readonly Group[];
  };
}

const { commands, menus, configuration } = readJson<Manifest>('package.json').contributes;
const texts = readJson<Record<string, string>>('package.nls.json');
const textOf = (reference: string): string => texts[reference.replaceAll('%', '')] ?? '';

/** The verbs that a command of the palette may start with. */
const verbs = new Set(
  `Add Analyze Approve Change Clear Compare Copy Create Debug Diagnose Edit Explain Go Implement Inspect Install Manage Open Record Refactor Remove Reset Restart Run
   Retry Review Search Select Set Show Start Stop Test Toggle Update Verify`.split(/\s+/),
);
const smallWords = new Set(["'switchboard'", 'and', 'for', 'from', 'in', 'of', 'on', 'to', 'with']);

test('every command of the palette is a verb and a noun in Title Case', () => {
  for (const { command, title, category } of commands) {
    const [verb = '', ...rest] = textOf(title).replace(/…$/, '').split(' ');
    assert.equal(category, 'MCP Switchboard', command);
    assert.ok(verbs.has(verb), `${command} does not start with a known verb: ${textOf(title)}`);
    assert.ok(rest.length > 0, `${command} has no noun`);
    assert.deepEqual(
      rest.filter((word) => !/^[A-Z]/.test(word) && !smallWords.has(word)),
      [],
      textOf(title),
    );
  }
});

test('an ellipsis marks the same commands in both languages', () => {
  const chinese = readJson<Record<string, string>>('package.nls.zh-cn.json');
  const asksForMore = (titles: Record<string, string>): string[] =>
    commands.map(({ title }) => title.replaceAll('%', '')).filter((key) => titles[key]?.endsWith('…'));
  assert.ok(asksForMore(texts).length > 10);
  assert.deepEqual(asksForMore(texts), asksForMore(chinese));
});

/** Where its row is not given, such a command asks for the server, the recording or the pattern. */
const asksForItsRow = /withServer|inspectServer|\[target\]|\bargs\b/;

test('a command of a row asks for the row where it has none, or is not in the palette', () => {
  const code = readSources('src/extension').flatMap(({ text }) => text.split('\n'));
  const hidden = new Set((menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map(rowCommand));
  const ofRows = new Set((menus['view/item/context'] ?? []).map(rowCommand));
  assert.ok(ofRows.size > 10);
  for (const command of ofRows) {
    const line = code.find((one) => one.includes(`'${command}':`)) ?? '';
    assert.ok(hidden.has(command) || asksForItsRow.test(line), command);
  }
});

function rowCommand({ command = '' }: { readonly command?: string }): string {
  return command;
}

test('settings are in titled groups, each with its order', () => {
  assert.ok(configuration.length >= 4);
  assert.deepEqual(
    configuration.map(({ order }) => order),
    configuration.map((_, index) => index + 1),
  );
  for (const { title, properties } of configuration) {
    assert.notEqual(textOf(title), '', title);
    const orders = Object.values(properties).map(({ order }) => order);
    assert.deepEqual(
      orders,
      [...orders.keys()].map((index) => index + 1),
      title,
    );
  }
});

const properties = configuration.flatMap((group) => Object.entries(group.properties));

test('numbers in settings are integers with a minimum', () => {
  const numbers = numbersIn(configuration);
  assert.ok(numbers.length > 12);
  for (const one of numbers) {
    assert.equal(one.type, 'integer', JSON.stringify(one));
    assert.equal(typeof one.minimum, 'number', JSON.stringify(one));
  }
});

/** Also those within an object. */
function numbersIn(value: unknown): Property[] {
  if (typeof value !== 'object' || value === null) return [];
  const { type } = value as Property;
  const own = type === 'number' || type === 'integer' ? [value as Property] : [];
  return [...own, ...Object.values(value).flatMap(numbersIn)];
}

test('a setting that is a time or a size has its unit in its name', () => {
  const measured = properties
    .map(([key]) => key)
    .filter((key) => /timeout|idle|size|message|maxFile|maxMega/i.test(key.split('.').at(-1) ?? ''));
  const oldNames = new Set(Object.values(oldSettingNames).map((name) => `mcpSwitchboard.${name}`));
  assert.ok(measured.length > 6);
  assert.deepEqual(
    measured.filter((key) => !oldNames.has(key) && !/(?:Seconds|Minutes|Megabytes|Bytes)$/.test(key)),
    [],
  );
});

test('the old name of a setting is marked as deprecated and has no default that could win', () => {
  for (const oldName of Object.values(oldSettingNames)) {
    const [, property] = properties.find(([key]) => key === `mcpSwitchboard.${oldName}`) ?? [];
    assert.match(textOf(property?.markdownDeprecationMessage ?? ''), /^Use `#mcpSwitchboard\./);
    assert.equal(property?.default, undefined);
  }
});

/** Texts that were replaced by plainer ones. */
const retired = [
  'Will My Agent See It',
  'Forget About Server',
  'Open All Traffic',
  'Add Rule for Calls',
  'Rules for Agents',
  'Copy as Configuration',
  'connected to or read variables for',
  'taken out',
  'How often a lost server',
  'dearest',
  'Its last words',
  'could not be had',
  'This is no ',
  'stands in no configuration',
  'may destroy things',
  'after you agreed',
  'what shall it do',
  'what shall become better',
  'eld to what it was',
  'of them again',
  'said nothing by itself',
  'The person did not allow',
  'Nobody has the resource',
  'hung up',
  'loaded whole',
  'old style',
  'That did not work',
  'run on this machine?',
  'is not pinned: what runs',
  'Select a configuration file',
  'from a readme',
  'does not run until you approve',
  'to list its contents',
  'Token Cost',
  'Most expensive tools',
  'Response to initialize',
  'Number of runs',
  'Concurrent runs',
  'Multiple lines',
  'a language model response',
  'active interception rule',
  'a secret in plain text',
  "Minimum level of the server's",
];

test('no retired text is used in the manifest, the bundle or the code', () => {
  const bundle = Object.keys(readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json'));
  const code = ['src', 'webview'].flatMap((folder) => readSources(folder)).map(({ text }) => text);
  const places = [...Object.values(texts), ...bundle, ...code];
  assert.ok(places.length > 1_500);
  assert.deepEqual(
    retired.filter((text) => places.some((place) => place.includes(text))),
    [],
  );
});

/** Words for users, responses and redaction that the field does not use. */
const translated = /\b(?:persons?|somebody|whoever|nobody|taken out|shall)\b/i;

test('texts speak of users, and use no words that read as translated', () => {
  const bundle = Object.keys(readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json'));
  const shown = [...Object.values(texts), ...bundle];
  assert.deepEqual(
    shown.filter((text) => translated.test(text)),
    [],
  );
});

test('messages are shown in one place, which makes the texts of servers inert', () => {
  const shown = /\bshow(?:Information|Warning|Error)Message\b/;
  const places = readSources('src/extension')
    .filter(({ text }) => shown.test(text))
    .map(({ file }) => file);
  assert.deepEqual(places, ['src/extension/shell/messages.ts']);
});
