import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { ConfigKind, ParsedConfig } from '../../../src/core/config/model/model.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { rereadConfig } from '../../../src/core/config/parse/rereadConfig.ts';
import { projectRoot } from '../../support/sources.ts';

const corpus = path.join(projectRoot, 'test/fixtures/config-corpus');
const texts = ['good', 'bad'].flatMap((group) =>
  readdirSync(path.join(corpus, group))
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(path.join(corpus, group, name), 'utf8')),
);
const kinds: readonly ConfigKind[] = ['vscode', 'mcpJson', 'claudeDesktop', 'codeWorkspace', 'devcontainer'];
const pieces = [
  ...'x"{}[],:\\/\n $',
  '"a": 1,',
  '/*',
  '//',
  '\r\n',
  '"${input:key}"',
  '${command:x}',
  '"url"',
  'é',
  '',
];

/** Of the same problems in another order, as each reader finds them. */
function plain({ problems, ...config }: ParsedConfig): unknown {
  const words = problems.map(({ span, ...problem }) => [...Object.values(problem), ...Object.values(span)].join());
  return { ...config, problems: words.toSorted() };
}

function places(text: string, { lines }: ParsedConfig): unknown {
  return Array.from(text, (_, offset) => lines.at(offset)).concat(lines.at(text.length));
}

/** The same every time, so that a failure can be reproduced. */
function picker(): (below: number) => number {
  let seed = 7;
  return (below) => (seed = (seed * 48_271) % 2_147_483_647) % Math.max(1, below);
}

interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly inserted: string;
}

function edited(text: string, { offset, length, inserted }: Edit): string {
  return text.slice(0, offset) + inserted + text.slice(offset + length);
}

function reread(text: string, config: ParsedConfig, edit: Edit): ParsedConfig | undefined {
  const { offset, length, inserted } = edit;
  return rereadConfig({ text, config }, edited(text, edit), { offset, length, by: inserted.length - length });
}

/** Mostly inside a server: elsewhere the whole is read anyway. */
function randomEdit(text: string, { servers }: ParsedConfig, pick: (below: number) => number): Edit {
  const body = pick(4) > 0 ? servers[pick(servers.length)]?.spans.body : undefined;
  const offset = body ? body.offset + pick(body.length) : pick(text.length);
  const length = pick(3) === 0 ? Math.min(pick(9), text.length - offset) : 0;
  return { offset, length, inserted: pieces[pick(pieces.length)] ?? '' };
}

test('reading incrementally after each of many changes gives the same as reading the whole file', () => {
  const pick = picker();
  let rereads = 0;
  for (let round = 0; round < 1_500; round++) {
    let text = texts[pick(texts.length)] ?? '';
    const kind = kinds[pick(kinds.length)] ?? 'vscode';
    let config = parseConfig(text, kind, '/ws/file.json');
    for (let step = 0; step < 10; step++) {
      const edit = randomEdit(text, config, pick);
      const again = reread(text, config, edit);
      if (!again && pick(4) > 0) continue; // it is mostly broken by then, and hardly ever read in part again
      const next = edited(text, edit);
      const whole = parseConfig(next, kind, '/ws/file.json');
      if (again) {
        rereads++;
        assert.deepEqual(places(next, again), places(next, whole), JSON.stringify({ edit, text }));
        assert.deepEqual(plain(again), plain(whole), JSON.stringify({ kind, edit, text }));
      }
      text = next;
      config = again ?? whole;
    }
  }
  assert.ok(rereads > 1_000, `only ${rereads} were read in part`);
});

/** What is found with `inserted` in the place of `part`, which cannot be read in part: more than one server depends on it. */
function wholeAfter(text: string, part: string, inserted: string): readonly string[] {
  const edit = { offset: text.indexOf(part), length: part.length, inserted };
  assert.ok(edit.offset > 0);
  assert.equal(reread(text, parseConfig(text, 'vscode', '/ws/file.json'), edit), undefined, 'the whole must be read');
  return parseConfig(edited(text, edit), 'vscode', '/ws/file.json').problems.map(({ code }) => code);
}

const times = (count: number, code: string): string[] => Array.from({ length: count }, () => code);

test('a syntax error in the name of the server is still reported after a change in the server', () => {
  const text = String.raw`{"servers": {"my\server": {"command": "node"}}}`;
  assert.deepEqual(wholeAfter(text, 'node', 'nodex'), ['syntax']);
});

test('errors beyond the limit are reported once there is room for them', () => {
  const errors = 'x '.repeat(60);
  const text = `{"servers": {"a": {"command": "node", ${errors} "z": 1}, "b": {"command" "node"}}}`;
  assert.deepEqual(wholeAfter(text, errors, ''), [...times(3, 'syntax'), 'missing-command']);
});

test('new errors do not exceed the limit', () => {
  const deep = `${'['.repeat(120)}${']'.repeat(120)},`.repeat(30);
  const text = `{"servers": {"a": {"command": "node", "x": 1}, "b": {"command": "node", "x": [${deep}]}}}`;
  assert.deepEqual(wholeAfter(text, '"x": 1', 'x '.repeat(40)), times(50, 'syntax'));
});

test('problems beyond the limit are reported once there is room for them', () => {
  const env = (count: number) => Array.from({ length: count }, (_, at) => `"V${at}": {}`).join();
  const text = `{"servers": {"a": {"command": "x", "env": {${env(150)}}}, "b": {"command": "x", "env": {${env(100)}}}}}`;
  assert.deepEqual(wholeAfter(text, '"env"', '"xenv"'), times(100, 'bad-env'));
});

const two = `{
  "inputs": [{ "id": "key", "type": "promptString" }],
  "servers": {
    "a": { "command": "node", "args": ["a.js"] },
    "b": { "command": "node", "env": { "KEY": "\${input:key}" } }
  }
}
`;

function typed(at: string, inserted: string): ParsedConfig | undefined {
  const offset = two.indexOf(at) + at.length;
  const before = parseConfig(two, 'vscode', '/ws/file.json');
  return reread(two, before, { offset, length: 0, inserted });
}

test('a letter in one server leaves the others before it as they are', () => {
  const before = parseConfig(two, 'vscode', '/ws/file.json');
  const offset = two.indexOf('"KEY"') + 1;
  const after = reread(two, before, { offset, length: 0, inserted: 'X' });
  assert.equal(after?.servers[0], before.servers[0]);
  assert.deepEqual(after?.servers[1]?.launch.kind === 'stdio' && after.servers[1].launch.env, { XKEY: '${input:key}' });
});

test('a change that may affect more than one server is read as a whole', () => {
  assert.equal(typed('"servers": {', ' '), undefined, 'outside of any server');
  assert.equal(typed('["a.js"', ' /*'), undefined, 'a comment that reaches further');
  assert.equal(typed('["a.js"]', ' }'), undefined, 'a bracket too many');
  assert.equal(typed('${input:', 'my-'), undefined, 'an input that is now unused');
});
