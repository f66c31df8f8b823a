import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMarkdown } from '../../../webview/model/content/markdown.ts';

const text = (words: string) => ({ kind: 'text', text: words });

test('headings, paragraphs, code, quotes and rules', () => {
  assert.deepEqual(parseMarkdown('# Title\n\none\ntwo\n\n```js\na < b\n```\n> said\n\n---'), [
    { kind: 'heading', level: 1, children: [text('Title')] },
    { kind: 'paragraph', children: [text('one\ntwo')] },
    { kind: 'code', text: 'a < b', language: 'js' },
    { kind: 'quote', blocks: [{ kind: 'paragraph', children: [text('said')] }] },
    { kind: 'rule' },
  ]);
});

test('lists, nested and numbered', () => {
  const paragraph = (words: string) => ({ kind: 'paragraph', children: [text(words)] });
  assert.deepEqual(parseMarkdown('- a\n  - b\n- c\n\n1. d\n2. e'), [
    {
      kind: 'list',
      ordered: false,
      items: [[paragraph('a'), { kind: 'list', ordered: false, items: [[paragraph('b')]] }], [paragraph('c')]],
    },
    { kind: 'list', ordered: true, items: [[paragraph('d')], [paragraph('e')]] },
  ]);
});

test('a table', () => {
  const [table] = parseMarkdown('| a | b |\n|---|:-:|\n| 1 | **2** |');
  assert.deepEqual(table, {
    kind: 'table',
    head: [[text('a')], [text('b')]],
    rows: [[[text('1')], [{ kind: 'strong', children: [text('2')] }]]],
  });
});

test('inline: code, emphasis, links and images as data', () => {
  const [paragraph] = parseMarkdown('`x` *e* [l](https://a.b) ![p](https://c.d/e.png) \\*no\\* <b>no</b>');
  assert.deepEqual(paragraph?.kind === 'paragraph' && paragraph.children.map(({ kind }) => kind), [
    'code',
    'text',
    'em',
    'text',
    'link',
    'text',
    'image',
    'text',
    'text',
    'text',
    'text',
    'text',
  ]);
});

test('what is strong may go on in the next line, with links in it', () => {
  const [paragraph] = parseMarkdown('**see\n| [l](a.md)**');
  assert.deepEqual(paragraph?.kind === 'paragraph' && paragraph.children, [
    { kind: 'strong', children: [text('see\n| '), { kind: 'link', url: 'a.md', children: [text('l')] }] },
  ]);
});

test('hostile text ends: deep nesting, endless marks, open fences', () => {
  for (const hostile of ['>'.repeat(50_000), '- '.repeat(50_000), '*'.repeat(100_000), '```', '['.repeat(50_000)]) {
    assert.ok(parseMarkdown(hostile).length > 0);
  }
});

test('a heading keeps marks of its own, and loses those that close it', () => {
  const headings = [
    ['# C#', 'C#'],
    ['## a ##', 'a'],
    ['# a#b # ', 'a#b'],
    ['### ###', ''],
    ['#  wide   ', 'wide'],
  ] as const;
  for (const [line, title] of headings) {
    const [block] = parseMarkdown(line);
    assert.deepEqual(block?.kind === 'heading' && block.children, title === '' ? [] : [text(title)], line);
  }
  assert.equal(parseMarkdown('#no heading')[0]?.kind, 'paragraph');
});

test('hostile text is read once, however long it is', () => {
  const size = 400_000; // with a quadratic pattern this would take hours
  const blanks = ' '.repeat(size);
  for (const line of [
    `# a${blanks}x`,
    `#${blanks}#`,
    `-${blanks}x`,
    `***${blanks}x`,
    `\`\`\`${blanks}x`,
    `>${blanks}x`,
  ])
    assert.ok(parseMarkdown(line).length > 0);
  for (const under of [`${blanks}x`, `|${blanks}-${blanks}x`, `|${'-|'.repeat(size)}x`, `${'- '.repeat(size)}x`])
    assert.ok(parseMarkdown(`a|b\n${under}`).length > 0);
  for (const part of ['**a', '_a ', '[a](', '![', '`', '<http:', '~~a', '\\', '*', '- ', '> '])
    assert.ok(parseMarkdown(part.repeat(size / 8)).length > 0);
});
