import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { describeLaunch } from '../../../src/core/trust/approval/describeLaunch.ts';
import { launchChanges } from '../../../src/core/trust/approval/launchChanges.ts';
import { fingerprintOf, launchFingerprint, launchShape } from '../../../src/core/trust/approval/launchShape.ts';
import { entryOf } from './support.ts';

const devOf = (dev: unknown) => entryOf({ command: 'node', args: ['s.js'], dev }).options.dev;

test("VS Code's keys of dev are read as they are", () => {
  const debug = { type: 'node' };
  assert.deepEqual(devOf({ watch: 'src/**/*.ts', debug }), { watch: ['src/**/*.ts'], debug });
  assert.deepEqual(devOf({ watch: ['src/**', '!src/gen/**'] }), { watch: ['src/**', '!src/gen/**'] });
  const attach = { port: 4711 };
  assert.deepEqual(devOf({ debug: { type: 'go', attach } }), { debug: { type: 'go', attach } });
});

test('what is wrong in dev is a warning at its place, and the server stays', () => {
  const text =
    '{ "servers": { "a": { "command": "node", "dev": { "watch": 5, "build": ["x", {}], "debug": "node" } } } }';
  const { servers, problems } = parseConfig(text, 'vscode', 'mcp.json');
  assert.equal(servers.length, 1);
  const places = problems.map(({ severity, span }) => [severity, text.slice(span.offset, span.offset + span.length)]);
  assert.deepEqual(places, [
    ['warning', '5'],
    ['warning', '{}'],
    ['warning', '"node"'],
  ]);
});

test('a build command is part of what is approved, globs and debug flags are not', () => {
  const plain = entryOf({ command: 'node', args: ['s.js'] });
  const watched = entryOf({ command: 'node', args: ['s.js'], dev: { watch: '**', debug: { type: 'node' } } });
  const built = entryOf({ command: 'node', args: ['s.js'], dev: { build: 'npm run build' } });
  assert.equal(launchFingerprint(plain, {}), launchFingerprint(watched, {}));
  assert.notEqual(launchFingerprint(plain, {}), launchFingerprint(built, {}));
  assert.equal(fingerprintOf(launchShape(built)), launchFingerprint(built, {}));
  assert.deepEqual(launchChanges(launchShape(plain), launchShape(built)), [
    { what: 'Build command', before: undefined, after: 'npm run build' },
  ]);
  assert.match(describeLaunch(built), /Build command:\n {4}npm run build/);
});

test('two build commands with other words are two launches', () => {
  const of = (build: unknown) => launchFingerprint(entryOf({ command: 'node', dev: { build } }), {});
  assert.notEqual(of(['a', 'b']), of(['a b']));
});
