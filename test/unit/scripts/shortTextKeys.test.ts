import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { shortTextKeys, textKey as keyOfPackage, textsOfVscode } from '../../../scripts/lib/shortTextKeys.mjs';
import { readSources } from '../../../scripts/lib/sourceGraph.mjs';
import { l10n, textKey, useBundle } from '../../../src/base/l10n.ts';
import { projectRoot, readJson } from '../../support/sources.ts';

const chinese = readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json');

afterEach(() => useBundle({}));

test('the package and the program call a text by the same key', () => {
  for (const text of ['', 'Run', 'The user denied {0}.', '“中文”', '😀'])
    assert.equal(keyOfPackage(text), textKey(text), text);
  assert.notEqual(textKey('Run'), textKey('Ran'));
});

test('every text is found in the bundle of the package, whoever looks it up', () => {
  const kept = textsOfVscode(readSources(projectRoot, 'src/extension'));
  const short = shortTextKeys(chinese, kept);
  useBundle(short);
  for (const [text, own] of Object.entries(chinese)) {
    assert.equal(l10n.t(text), own, text);
    if (kept.has(text)) assert.equal(short[text], own, 'VS Code finds it too');
  }
  assert.ok(JSON.stringify(short).length < 0.8 * JSON.stringify(chinese).length);
});

test('texts that VS Code looks up keep their keys, in strings and in templates', () => {
  const source = { file: 'x.ts', text: 'vscode.l10n.t("One"); t(`Two`); const three = `a ${x}`;' };
  assert.deepEqual([...textsOfVscode([source])], ['One', 'Two', 'a ', '']);
});

test('two texts with one key are an error of the build', () => {
  const twins = { costarring: 'a', liquid: 'b' }; // both 0x5e4daa9d
  assert.equal(textKey('costarring'), textKey('liquid'));
  assert.throws(() => shortTextKeys(twins, new Set()), /same key/);
});
