// docs/reference is made of its sources: UPDATE_GOLDEN=1 npm run test:unit -- reference
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isRecord } from '../../src/base/json.ts';
import { clientKeys, keyDescriptions } from '../../src/lsp/document/clientKeys.ts';
import { oauthSchema } from '../../src/lsp/document/oauthSchema.ts';
import { assertSection, markdownTable } from '../support/docSection.ts';
import { projectRoot } from '../support/sources.ts';

type Json = Readonly<Record<string, unknown>>;

interface Setting {
  readonly type: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly scope: string;
  readonly order: number;
  readonly markdownDescription: string;
  readonly markdownDeprecationMessage?: string;
}

interface Manifest {
  readonly contributes: {
    readonly commands: readonly { readonly command: string; readonly title: string }[];
    readonly keybindings?: readonly { readonly command: string; readonly key: string; readonly mac?: string }[];
    readonly menus: Readonly<Record<string, readonly { readonly command?: string; readonly when?: string }[]>>;
    readonly configuration: readonly {
      readonly title: string;
      readonly properties: Readonly<Record<string, Setting>>;
    }[];
  };
}

const read = (file: string): unknown => JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8'));
const { contributes } = read('package.json') as Manifest;
const texts = read('package.nls.json') as Readonly<Record<string, string>>;

const code = (text: string): string => `\`${text}\``;
const oneLine = (text: string): string => text.replaceAll(/\s*\n+\s*/g, ' ').trim();
const textOf = (title: string): string => oneLine(texts[title.replaceAll('%', '')] ?? title);

// ---- commands ---------------------------------------------------------------------

const hidden = new Set(
  (contributes.menus['commandPalette'] ?? []).filter(({ when }) => when === 'false').map(({ command }) => command),
);

function keysOf(command: string): string {
  const own = (contributes.keybindings ?? []).filter((binding) => binding.command === command);
  return own.map(({ key, mac }) => [key, ...(mac ? [`${mac} (macOS)`] : [])].map(code).join(', ')).join(', ');
}

test('docs/reference/commands.md lists the commands', () => {
  const rows = contributes.commands
    .map(({ command, title }) => [
      textOf(title),
      code(command),
      hidden.has(command) ? 'in menus only' : 'yes',
      keysOf(command),
    ])
    .toSorted(([a = ''], [b = '']) => a.localeCompare(b, 'en'));
  assertSection('docs/reference/commands.md', 'commands', markdownTable(['command', 'id', 'palette', 'keys'], rows));
});

// ---- settings ---------------------------------------------------------------------

function valuesOf({ type, enum: words, minimum, maximum }: Setting): string {
  if (words) return words.map(code).join(', ');
  return minimum === undefined ? type : `${type}, ${minimum} to ${maximum}`;
}

function settingRow([name, setting]: readonly [string, Setting]): readonly string[] {
  const value = setting.default === undefined ? '' : code(JSON.stringify(setting.default));
  const where = setting.scope === 'machine' ? 'user only' : 'user, workspace';
  return [code(name), valuesOf(setting), value, where, textOf(setting.markdownDescription)];
}

test('docs/reference/settings.md lists the settings', () => {
  const groups = contributes.configuration.map(({ title, properties }) => {
    const current = Object.entries(properties).filter(([, { markdownDeprecationMessage: old }]) => old === undefined);
    const rows = current.toSorted(([, a], [, b]) => a.order - b.order).map(settingRow);
    return `## ${textOf(title)}\n\n${markdownTable(['setting', 'value', 'default', 'set by', 'meaning'], rows)}`;
  });
  assertSection('docs/reference/settings.md', 'settings', groups.join('\n\n'));
});

// ---- files ------------------------------------------------------------------------

function typeOf(schema: Json): string {
  const { type, enum: words, const: only, anyOf, items } = schema;
  if (only !== undefined) return code(JSON.stringify(only));
  if (Array.isArray(words)) return words.map((word) => code(String(word))).join(', ');
  if (Array.isArray(anyOf)) return [...new Set(anyOf.filter(isRecord).map(typeOf))].join(' or ');
  const name = Array.isArray(type) ? type.join(' or ') : String(type ?? 'anything');
  return type === 'array' && isRecord(items) && typeof items['type'] === 'string' ? `list of ${items['type']}s` : name;
}

/** Follows a reference into the definitions of the same file. */
function resolved(schema: unknown, root: Json): Json {
  if (!isRecord(schema)) return {};
  const name = typeof schema['$ref'] === 'string' ? schema['$ref'].split('/').at(-1)! : undefined;
  const definitions = root['definitions'];
  return name !== undefined && isRecord(definitions) && isRecord(definitions[name])
    ? { ...definitions[name], ...schema }
    : schema;
}

/** A key and those below it, each with its path. */
function keyRows(schema: Json, root: Json, at: string): readonly (readonly string[])[] {
  const { properties, required } = schema;
  if (!isRecord(properties)) return [];
  const needed = new Set(Array.isArray(required) ? required : []);
  return Object.entries(properties).flatMap(([name, each]) => {
    if (name.startsWith('$')) return [];
    const inner = resolved(each, root);
    const { items } = inner;
    const below =
      name === 'steps'
        ? []
        : isRecord(items)
          ? keyRows(resolved(items, root), root, `${at}${name}[].`)
          : keyRows(inner, root, `${at}${name}.`);
    const about = typeof inner['description'] === 'string' ? oneLine(inner['description']) : '';
    return [[code(at + name), typeOf(inner), needed.has(name) ? 'yes' : '', about], ...below];
  });
}

const heads = ['key', 'value', 'required', 'meaning'];

function schemaTable(file: string): string {
  const schema = read(file) as Json;
  return markdownTable(heads, keyRows(schema, schema, ''));
}

/** Names of the clients that give a key a meaning. */
function clientsOf(key: string): string {
  const known = Object.values(clientKeys).filter(({ client }) => client !== 'no client');
  const names = known.filter(({ stdio, remote }) => stdio.includes(key) || remote.includes(key));
  return [...new Set(names.map(({ client }) => client))].join(', ');
}

const parseFolder = path.join(projectRoot, 'src/core/config/parse');
const parsers = readdirSync(parseFolder)
  .map((file) => readFileSync(path.join(parseFolder, file), 'utf8'))
  .join('\n');

/** Those that no parser of ours names are for other programs alone. */
function readersOf(key: string): string {
  return [...(parsers.includes(`'${key}'`) ? ['Switchboard'] : []), clientsOf(key)]
    .filter((name) => name !== '')
    .join(', ');
}

test('docs/reference/files.md lists the keys of a server', () => {
  const rows = Object.entries(keyDescriptions).map(([key, { about, schema }]) => [
    code(key),
    typeOf(schema),
    about(),
    readersOf(key),
  ]);
  assertSection('docs/reference/files.md', 'server', markdownTable(['key', 'value', 'meaning', 'read by'], rows));
  assertSection('docs/reference/files.md', 'oauth', markdownTable(heads, keyRows(oauthSchema, oauthSchema, 'oauth.')));
});

test('docs/reference/files.md lists the keys of check files and manifests', () => {
  assertSection('docs/reference/files.md', 'mcptest', schemaTable('media/schemas/mcptest.schema.json'));
  assertSection('docs/reference/files.md', 'manifest', schemaTable('media/schemas/tool-manifest.schema.json'));
});
