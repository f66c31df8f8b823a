import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { rowHeightPx } from '../../../webview/ui/components/rows/virtualWindow.ts';

const root = new URL('../../../webview/styles/', import.meta.url);
const sheets = readdirSync(root)
  .filter((file) => file.endsWith('.css') && file !== 'tokens.css')
  .map((file) => ({ file, text: readFileSync(new URL(file, root), 'utf8') }));

/** Each declaration, without comments and without the conditions of `@container`, which take no variable. */
function declarations(text: string): string[] {
  const plain = text.replaceAll(/\/\*[^]*?\*\//g, '').replaceAll(/@(?:container|media|import)[^{;]*/g, '');
  return plain.split(/[{};]/).flatMap((part) => (/^\s*[\w-]+\s*:\s/.test(part) ? [part.trim()] : []));
}

/** A hairline has no token: it is one pixel everywhere. */
const literals: readonly (readonly [string, RegExp])[] = [
  ['a colour', /#[\da-f]{3,8}\b|\brgba?\(|\bhsla?\(/i],
  ['a size', /(?<![\w.-])-?(?!1px\b)\d*\.?\d+(?:px|em|rem|pt)\b/],
  ['a type size', /^font-size\s*:(?!\s*(?:var\(--type-|inherit))/],
  ['a radius', /^border-radius\s*:(?!\s*(?:var\(--|0$))/],
];

function literalsIn(text: string): string[] {
  return declarations(text).flatMap((line) =>
    literals.flatMap(([what, pattern]) => (pattern.test(line) ? [`${what}: ${line}`] : [])),
  );
}

test('sizes and colours stand in tokens.css alone', () => {
  assert.ok(sheets.length > 8, 'saw too few style sheets');
  assert.deepEqual(
    sheets.flatMap(({ file, text }) => literalsIn(text).map((found) => `${file} ${found}`)),
    [],
  );
});

test('a literal size or colour is found, a hairline is none', () => {
  const wrong = '.a { gap: 2px; color: #fff; font-size: 0.9em; border-radius: 8px; margin: 0 -1px; flex: 0 1 20ch }';
  const found = literalsIn(wrong).map((line) => line.split(':')[0]);
  assert.deepEqual(found, ['a size', 'a colour', 'a size', 'a type size', 'a size', 'a radius']);
  assert.deepEqual(literalsIn('@container x (width >= 560px) { .a { border: 1px solid var(--line) } }'), []);
});

test('virtual rows are as high as the token says', () => {
  const tokens = readFileSync(new URL('tokens.css', root), 'utf8');
  assert.equal(/--row: (\d+)px;/.exec(tokens)?.[1], String(rowHeightPx));
});

test('the pages in a browser know each colour of VS Code that a style reads', () => {
  const file = new URL('../../webview/themes.json', import.meta.url);
  const { themes } = JSON.parse(readFileSync(file, 'utf8')) as { themes: Record<string, { variables: object }> };
  const known = new Set(Object.values(themes).flatMap(({ variables }) => Object.keys(variables)));
  const read = readdirSync(root).flatMap((sheet) => {
    // With something else where a theme lacks it, it may be in none.
    const text = readFileSync(new URL(sheet, root), 'utf8');
    return [...text.matchAll(/var\((--vscode-[\w-]+)\)/g)].map(([, name]) => name!);
  });
  assert.ok(read.length > 20, 'saw too few colours');
  assert.deepEqual([...new Set(read)].filter((name) => !known.has(name)).toSorted(), []);
});
