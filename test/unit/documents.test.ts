import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type Journey, journeys } from '../e2e/journeys.ts';
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
