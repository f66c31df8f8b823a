import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type Journey, journeys } from '../e2e/journeys.ts';
import { documentPages } from '../support/documentPages.ts';
import { projectRoot } from '../support/sources.ts';

/** Where a path of a document may begin. */
const roots = ['', 'src', 'src/core'];

for (const document of ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md']) {
  test(`the source files that ${document} names exist`, () => {
    const text = readFileSync(path.join(projectRoot, document), 'utf8');
    const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|mjs))`/g)].map(([, file = '']) => file);
    const paths = named.filter((file) => file.includes('/'));
    if (document === 'ARCHITECTURE.md') assert.ok(paths.length > 20);
    assert.deepEqual(
      paths.filter((file) => !roots.some((root) => existsSync(path.join(projectRoot, root, file)))),
      [],
    );
  });
}

test('docs/journeys.md has the numbers that the end-to-end tests count', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/journeys.md'), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| [A-Z].*\| \d+ \|/.test(line));
  const wanted = Object.values<Journey>(journeys).map(
    ({ title, actions, inspector }) => `| ${title} | ${actions} |${inspector === undefined ? '' : ` ${inspector}`} |`,
  );
  assert.deepEqual(rows, wanted);
});

const pages = documentPages();

/** As GitHub makes it of a heading. */
function anchorOf(heading: string): string {
  const words = heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\s_-]/gu, '');
  return words.trim().replaceAll(' ', '-');
}

/** Without code, in which brackets mean something else. */
function proseOf(page: string): string {
  return readFileSync(path.join(projectRoot, page), 'utf8').replaceAll(/```[^]*?```|`[^`\n]*`/g, 'x');
}

function anchorsOf(page: string): readonly string[] {
  const text = readFileSync(path.join(projectRoot, page), 'utf8').replaceAll(/```[^]*?```/g, '');
  return Array.from(text.matchAll(/^#+ (.+)$/gm), ([, heading = '']) => anchorOf(heading));
}

/** Addresses of links and pictures. */
function targetsOf(page: string): readonly string[] {
  const found = proseOf(page).matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g);
  return Array.from(found, ([, link, attribute]) => (link ?? attribute)!).filter((target) => !/^[a-z]+:/.test(target));
}

function isDead(page: string, target: string): boolean {
  const [file = '', anchor] = target.split('#');
  const place = file === '' ? page : path.posix.join(path.posix.dirname(page), decodeURIComponent(file));
  if (!existsSync(path.join(projectRoot, place))) return true;
  return anchor !== undefined && place.endsWith('.md') && !anchorsOf(place).includes(decodeURIComponent(anchor));
}

test('no document has a link or a picture that leads nowhere', () => {
  const targets = pages.flatMap((page) => targetsOf(page).map((target) => ({ page, target })));
  assert.ok(targets.length > 50, `only ${targets.length} were looked at`);
  assert.deepEqual(
    targets.filter(({ page, target }) => isDead(page, target)),
    [],
  );
});

test('every page of docs can be reached from README.md', () => {
  const reached = new Set(['README.md']);
  for (const page of reached)
    for (const target of targetsOf(page)) {
      const next = path.posix.join(path.posix.dirname(page), target.split('#')[0] ?? '');
      if (next.endsWith('.md') && existsSync(path.join(projectRoot, next))) reached.add(next);
    }
  assert.deepEqual(
    pages.filter((page) => page.startsWith('docs/') && !reached.has(page)),
    [],
  );
});

test('README.md stays one page', () => {
  const words = readFileSync(path.join(projectRoot, 'README.md'), 'utf8').split(/\s+/).length;
  assert.ok(words < 1_500, `${words} words`);
});

const texts = (file: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(projectRoot, file), 'utf8')) as Record<string, string>;
/** With `…` for what is filled in, and without the full stop. */
const plain = (text: string): string => text.replaceAll(/\{\d\}/g, '…').replace(/\.$/, '');
const uiTexts = new Set(
  [...Object.keys(texts('l10n/bundle.l10n.zh-cn.json')), ...Object.values(texts('package.nls.json'))].map(plain),
);
const guides = pages.filter((page) => page.startsWith('docs/guides/') || page === 'docs/troubleshooting.md');

test('what the guides call a button, a command or a view has that name in the product', () => {
  const named = guides.flatMap((page) =>
    Array.from(proseOf(page).matchAll(/(?<!\*)\*([A-Z][^*\n]+)\*(?!\*)/g), ([, name = '']) => ({ page, name })),
  );
  assert.ok(named.length > 30, `only ${named.length} were looked at`);
  assert.deepEqual(
    named.filter(({ name }) => ![name, `${name}…`].some((text) => uiTexts.has(plain(text)))),
    [],
  );
});

test('the sentences of docs/troubleshooting.md are those of the product', () => {
  const text = readFileSync(path.join(projectRoot, 'docs/troubleshooting.md'), 'utf8');
  const sentences = Array.from(text.matchAll(/^\| `([^`]+)` \|/gm), ([, sentence = '']) => sentence);
  assert.ok(sentences.length > 25, `only ${sentences.length} were looked at`);
  assert.deepEqual(
    sentences.filter((sentence) => !uiTexts.has(plain(sentence))),
    [],
  );
});

test('every setting that a page names exists', () => {
  const manifest = readFileSync(path.join(projectRoot, 'package.json'), 'utf8');
  const named = pages
    .filter((page) => page !== 'CHANGELOG.md')
    .flatMap((page) =>
      Array.from(
        readFileSync(path.join(projectRoot, page), 'utf8').matchAll(/`(mcpSwitchboard\.\w+\.\w+)`/g),
        ([, setting = '']) => ({ page, setting }),
      ),
    );
  assert.ok(named.length > 20);
  assert.deepEqual(
    named.filter(({ setting }) => !manifest.includes(`"${setting}"`)),
    [],
  );
});
