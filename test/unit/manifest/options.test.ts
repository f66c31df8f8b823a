import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import path from 'node:path';
import { test } from 'node:test';
import {
  type ManifestToolsOptions,
  isPrefix,
  manifestOptions,
  manifestOptionsOf,
} from '../../../src/core/manifest/options.ts';
import { testHost } from '../../fixtures/manifest/tools.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

const home = path.resolve('/home/ada');
const usual = path.join(home, '.tairseach', 'manifests');

function optionsWith(settings: Readonly<Record<string, unknown>> = {}): ManifestToolsOptions {
  const host = testHost(home, settings);
  host.lifetime.dispose();
  return manifestOptionsOf(host);
}

test(`without settings the documented folder, prefix and times are used${proves('R107', 'R111')}`, () => {
  const options = optionsWith();
  assert.deepEqual(options.folders, [usual]);
  assert.equal(options.prefix, 'tairseach_');
  assert.equal(options.callTimeoutMs, 30_000);
  assert.equal(options.maxMessageBytes, 10 * 1024 * 1024);
});

test('folders of the settings come besides the one in the home folder', () => {
  const options = optionsWith({
    'manifests.folders': ['~/more', path.resolve('/abs'), 'relative', usual],
    'manifests.prefix': 'my_',
    'manifests.socket': '~/svc.sock',
    'manifests.timeoutSeconds': 5,
  });
  assert.deepEqual(options.folders, [
    usual,
    path.join(home, 'more'),
    path.resolve('/abs'),
    path.join(home, 'relative'),
  ]);
  assert.equal(options.prefix, 'my_');
  assert.deepEqual(options.socketCandidates, [path.join(home, 'svc.sock')]);
  assert.equal(options.callTimeoutMs, 5_000);
});

test('settings of the wrong type count as absent', () => {
  const wrong = {
    'manifests.folders': 'x',
    'manifests.prefix': 'has space',
    'manifests.socket': 7,
    'manifests.timeoutSeconds': -1,
  };
  const options = optionsWith(wrong);
  assert.deepEqual(options, optionsWith());
});

test('a relative path on the command line starts from where the command runs', () => {
  const options = manifestOptions({ homeDir: home, folders: ['m'], socket: 's.sock', from: path.resolve('/work') });
  assert.deepEqual(options.folders, [usual, path.resolve('/work/m')]);
  assert.deepEqual(options.socketCandidates, [path.resolve('/work/s.sock')]);
});

test('a prefix has only what a tool name may have', () => {
  assert.deepEqual(['', 'a_', 'a-b.', 'a b', 'a/b', 'x'.repeat(65)].map(isPrefix), [
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
