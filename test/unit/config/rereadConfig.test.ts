import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { ConfigKind, ParsedConfig } from '../../../src/core/config/model.ts';
import { parseConfig } from '../../../src/core/config/parseConfig.ts';
import { rereadConfig } from '../../../src/core/config/rereadConfig.ts';
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

/** The same every time, so that a failure can be had again. */
function picker(): (below: number) => number {
  let seed = 7;
  return (below) => (seed = (seed * 48_271) % 2_147_483_647) % Math.max(1, below);
}

test('what is read after a change is what a reading of the whole finds, whatever was typed where', () => {
  const pick = picker();
  let reread = 0;
  for (let round = 0; round < 6_000; round++) {
    const text = texts[pick(texts.length)] ?? '';
    const kind = kinds[pick(kinds.length)] ?? 'vscode';
    const before = { text, config: parseConfig(text, kind, '/ws/file.json') };
    const offset = pick(text.length);
    const length = pick(3) === 0 ? Math.min(pick(9), text.length - offset) : 0;
    const inserted = pieces[pick(pieces.length)] ?? '';
    const next = text.slice(0, offset) + inserted + text.slice(offset + length);
    const again = rereadConfig(before, next, { offset, length, by: inserted.length - length });
    if (!again) continue;
    reread++;
    const whole = parseConfig(next, kind, '/ws/file.json');
    assert.deepEqual(places(next, again), places(next, whole), JSON.stringify({ offset, length, inserted, text }));
    assert.deepEqual(plain(again), plain(whole), JSON.stringify({ kind, offset, length, inserted, text }));
  }
  assert.ok(reread > 1_000, `only ${reread} were read in part`);
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
  const before = { text: two, config: parseConfig(two, 'vscode', '/ws/file.json') };
  const next = two.slice(0, offset) + inserted + two.slice(offset);
  return rereadConfig(before, next, { offset, length: 0, by: inserted.length });
}

test('a letter in one server leaves the others before it as they are', () => {
  const before = parseConfig(two, 'vscode', '/ws/file.json');
  const offset = two.indexOf('"KEY"') + 1;
  const next = two.slice(0, offset) + 'X' + two.slice(offset);
  const after = rereadConfig({ text: two, config: before }, next, { offset, length: 0, by: 1 });
  assert.equal(after?.servers[0], before.servers[0]);
  assert.deepEqual(after?.servers[1]?.launch.kind === 'stdio' && after.servers[1].launch.env, { XKEY: '${input:key}' });
});

test('what may change more than one server is not read in part', () => {
  assert.equal(typed('"servers": {', ' '), undefined, 'outside of any server');
  assert.equal(typed('["a.js"', ' /*'), undefined, 'a comment that reaches further');
  assert.equal(typed('["a.js"]', ' }'), undefined, 'a bracket too many');
  assert.equal(typed('${input:', 'my-'), undefined, 'an input that is now unused');
});
