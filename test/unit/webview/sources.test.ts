import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { icons } from '../../../webview/ui/components/icons.ts';

const root = new URL('../../../webview/', import.meta.url);
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }));

test('no text from a server can become markup', () => {
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
