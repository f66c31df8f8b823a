import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { l10n, useBundle } from '../../../src/base/l10n.ts';
import { readJson, readSources } from '../../support/sources.ts';
import { look } from './support.ts';

after(() => useBundle({}));
const bundle = readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json');

function textsOfTheServer(): readonly string[] {
  const call = /l10n\.t\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)")/g;
  return readSources('src/lsp').flatMap(({ text }) =>
    [...text.matchAll(call)].map(([, single, double]) => (single ?? double ?? '').replaceAll(/\\(['"\\])/g, '$1')),
  );
}

test('every text of the language server is in the Chinese bundle, with the same blanks', () => {
  const texts = textsOfTheServer();
  assert.ok(texts.length > 80);
  const blanks = (text: string): readonly string[] => [...text.matchAll(/\{\d\}/g)].map(([blank]) => blank).toSorted();
  for (const text of texts) {
    assert.ok(bundle[text] !== undefined, `not translated: ${text}`);
    assert.deepEqual(blanks(bundle[text] ?? ''), blanks(text), text);
  }
});

test('an editor in another language gets translated texts', () => {
  useBundle(bundle);
  const [finding] = look('/ws/.vscode/mcp.json', '{"servers":{"a":{"command":"gone"}}}');
  assert.equal(finding?.message, '在 PATH（/usr/bin）中找不到“gone”。');
  assert.equal(l10n.t('nobody translated this {0}', 1), 'nobody translated this 1');
});
