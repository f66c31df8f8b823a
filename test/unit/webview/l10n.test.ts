import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { icons } from '../../../webview/ui/components/icons.ts';
import { failureCause } from '../../../webview/model/calls/failureCause.ts';
import { t, tn, useBundle } from '../../../webview/platform/l10n.ts';

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

test('nothing of a server can become markup', () => {
  const unsafe =
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|document\.write|\beval\(|new Function|<a\s|href=/;
  assert.deepEqual(
    sources.filter(({ text }) => unsafe.test(text)).map(({ file }) => file),
    [],
  );
});

test('only kit.ts knows the toolkit', () => {
  const knowing = sources.filter(({ text }) => /from '@vscode\/webview-ui-toolkit/.test(text)).map(({ file }) => file);
  assert.deepEqual(knowing, ['ui/components/kit.ts']);
});

test('every icon that is shipped is shown somewhere', () => {
  const all = sources
    .filter(({ file }) => file !== 'ui/components/icons.ts')
    .map(({ text }) => text)
    .join('\n');
  assert.deepEqual(
    Object.keys(icons).filter((name) => !new RegExp(`['"]${name}['"]`).test(all)),
    [],
  );
});

/** How many numbers each command of a path takes. */
const arity: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, a: 7, z: 0 };

test('every outline of an icon is a path that a browser can draw', () => {
  const broken = Object.entries(icons).flatMap(([name, outline]) =>
    outline
      .split('|')
      .flatMap((path) => path.replace('!', '').match(/[a-z][^a-z]*/gi) ?? [])
      .filter((step) => {
        const takes = arity[step[0]!.toLowerCase()] ?? Number.NaN;
        const count = step.slice(1).match(/-?(\d*\.\d+|\d+)/g)?.length ?? 0;
        return takes === 0 ? count !== 0 : count === 0 || count % takes !== 0;
      })
      .map((step) => `${name}: ${step}`),
  );
  assert.deepEqual(broken, []);
});

test('whose fault it is: never more than is known', () => {
  const failed = (code: string, data?: Record<string, unknown>): string =>
    failureCause({
      status: 'failed',
      content: [],
      durationMs: 0,
      fault: { code: code as 'timeout', message: '', ...(data && { data }) },
    }).source;
  assert.equal(failed('server/call-failed', { code: -32602 }), 'arguments');
  assert.equal(failed('server/call-failed', { code: -32000 }), 'server');
  assert.equal(failed('server/exited'), 'transport');
  assert.equal(failed('internal'), 'switchboard');
  assert.equal(failureCause({ status: 'toolError', content: [], durationMs: 0 }).source, 'tool');
});
