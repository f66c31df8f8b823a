import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { useBundle } from '../../../src/base/l10n.ts';
import { t, tn } from '../../../webview/platform/l10n.ts';

const root = new URL('../../../webview/', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }));

test('a bundle translates, and what it lacks stays English', () => {
  useBundle({ 'Hello {0}': 'Hallo {0}!' });
  assert.deepEqual(
    [t('Hello {0}', 'x'), t('Other {0} {1}', 1, 2), t('toString')],
    ['Hallo x!', 'Other 1 2', 'toString'],
  );
  useBundle({});
  assert.deepEqual([tn(1, '{0} tool', '{0} tools'), tn(2_000, '{0} tool', '{0} tools')], ['1 tool', '2,000 tools']);
});

test('every text is a literal, so that the bundles can be made from the sources', () => {
  assert.ok(sources.length > 30);
  const loose = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(?<![\w.])tn?\((?!\s*['"]|english|count|\s*\w[\w.()?[\] ]*,\s*['"])(.{0,30})/g)].map(
      ([call]) => `${file}: ${call}`,
    ),
  );
  assert.deepEqual(
    loose.filter((line) => !line.startsWith('platform/l10n.ts')),
    [],
  );
});
