import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { before, test } from 'node:test';
import { transform } from 'esbuild';
import type { PatternExample } from '../../../src/contract/knowledge.ts';
import { readShippedPatterns } from '../../../src/core/knowledge/base/writeKnowledge.ts';
import { cweName } from '../../../src/core/knowledge/pattern/cweNames.ts';
import {
  type Pattern,
  categories,
  frameworks,
  languages,
  threeLines,
} from '../../../src/core/knowledge/pattern/pattern.ts';
import { countTokens } from '../../../src/core/knowledge/pattern/tokens.ts';
import { patternsDir } from './support/knowledge.ts';

let patterns: readonly Pattern[];
before(async () => void (patterns = await readShippedPatterns(patternsDir)));

const all = (of: (pattern: Pattern) => readonly string[]): ReadonlySet<string> => new Set(patterns.flatMap(of));
const missing = (wanted: readonly string[], have: ReadonlySet<string>): string[] =>
  wanted.filter((name) => !have.has(name));
const numbered = (prefix: string, count: number, year: number, pad = 2): string[] =>
  Array.from({ length: count }, (_, at) => `${prefix}${String(at + 1).padStart(pad, '0')}:${year}`);

test('there are at least a hundred patterns, and every category has some', () => {
  assert.ok(patterns.length >= 100, `${patterns.length} patterns`);
  assert.deepEqual(
    missing(
      [...categories],
      all(({ category }) => [category]),
    ),
    [],
  );
  assert.ok(patterns.filter(({ category }) => category === 'authorization').length >= 25);
});

test('the authorization family is covered in depth', () => {
  const wanted = [
    'object-level',
    'function-level',
    'multi-tenant',
    'background-jobs',
    'async-reauthorization',
    'invitations',
    'soft-delete',
    'admin-panel',
    'graphql',
    'server-actions',
    'presigned-urls',
  ];
  assert.deepEqual(
    missing(
      wanted,
      all(({ subcategory }) => [subcategory]),
    ),
    [],
  );
});

test('the OWASP lists and the CWE Top 25 of 2025 are covered', () => {
  const lists = [
    ...numbered('A', 10, 2025),
    ...numbered('API', 10, 2023, 1),
    ...numbered('LLM', 10, 2025),
    ...numbered('MCP', 10, 2025),
  ];
  assert.deepEqual(
    missing(
      lists,
      all(({ owasp }) => owasp),
    ),
    [],
  );
  const top25 = [
    79, 89, 352, 862, 787, 22, 416, 125, 78, 94, 120, 434, 476, 121, 502, 122, 863, 20, 284, 200, 306, 918, 77, 639,
    770,
  ];
  assert.deepEqual(
    missing(
      top25.map((id) => `CWE-${id}`),
      all(({ cwe }) => cwe),
    ),
    [],
  );
});

test(`every supported language and framework has code of its own${proves('R145')}`, () => {
  assert.deepEqual(
    missing(
      [...languages],
      all(({ examples }) => examples.map(({ language }) => language)),
    ),
    [],
  );
  const named = frameworks.filter((name) => name !== 'any');
  assert.deepEqual(
    missing(
      named,
      all(({ examples }) => examples.flatMap(({ framework }) => framework ?? [])),
    ),
    [],
  );
});

test('threat, check and fix of every pattern have at most 100 tokens together', () => {
  const over = patterns.filter((pattern) => countTokens(threeLines(pattern)) > 100).map(({ id }) => id);
  assert.deepEqual(over, []);
});

test('every pattern has signs, testable invariants, mitigations with trade-offs, code, limits and references', () => {
  const poor = patterns.filter(
    ({ tells, invariants, mitigations, examples, notFor, cwe, owasp, asvs, stride, triggers }) =>
      [tells, invariants, mitigations, examples, notFor, cwe, owasp, asvs, stride].some((list) => list.length === 0) ||
      mitigations.some(({ tradeoff }) => tradeoff === '') ||
      triggers.terms.length < 8 ||
      triggers.actions.length < 5,
  );
  assert.deepEqual(
    poor.map(({ id }) => id),
    [],
  );
});

test('every weakness that a pattern names is known by name', () => {
  assert.deepEqual(
    [...all(({ cwe }) => cwe)].filter((id) => cweName(id) === undefined),
    [],
  );
});

test('good code differs from bad code, and no two patterns share a line of the three', () => {
  const same = patterns.filter(({ examples }) => examples.some(({ bad, good }) => bad.trim() === good.trim()));
  assert.deepEqual(
    same.map(({ id }) => id),
    [],
  );
  const lines = patterns.flatMap(({ threat, check, fix }) => [threat, check, fix]);
  assert.equal(new Set(lines).size, lines.length);
});

interface Snippet {
  readonly id: string;
  readonly language: string;
  readonly code: string;
}

const snippets = (of: (example: PatternExample) => boolean): readonly Snippet[] =>
  patterns.flatMap(({ id, examples }) =>
    examples.filter(of).flatMap(({ language, bad, good }) => [bad, good].map((code) => ({ id, language, code }))),
  );

test("every example has the receipt of its language's parser", () => {
  const file = path.resolve(import.meta.dirname, '../../knowledge-eval/parsed-examples.json');
  const receipts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  const hash = ({ language, code }: Snippet): string =>
    createHash('sha256').update(`${language}\n${code}`).digest('hex');
  const unproven = snippets(() => true).filter((snippet) => receipts[hash(snippet)] !== snippet.language);
  assert.deepEqual(
    unproven.map(({ id, language }) => `${id} ${language}`),
    [],
    'run test/knowledge-eval/parseExamples.mjs',
  );
});

test('JavaScript and TypeScript examples parse here and now', async () => {
  const found = snippets(({ language }) => language === 'javascript' || language === 'typescript');
  assert.ok(found.length > 100);
  const broken: string[] = [];
  for (const { id, code } of found) if (!(await parses(code))) broken.push(id);
  assert.deepEqual(broken, []);
});

const tsconfigRaw = { compilerOptions: { experimentalDecorators: true } };

/** An example may be a statement, a member of a class, or the inside of a function. */
async function parses(code: string): Promise<boolean> {
  for (const text of [code, `class A { ${code} }`, `async function f() { ${code} }`]) {
    const failed = await transform(text, { loader: 'tsx', logLevel: 'silent', tsconfigRaw }).then(
      () => false,
      () => true,
    );
    if (!failed) return true;
  }
  return false;
}

const python = spawnSync('python3', ['--version']).status === 0;

test(
  'Python examples parse here and now',
  { skip: python ? false : 'there is no python3 on this machine; the receipts still hold' },
  () => {
    const found = snippets(({ language }) => language === 'python');
    assert.ok(found.length > 50);
    const script =
      'import ast, json, sys\nfor id, code in json.load(sys.stdin):\n  try: ast.parse(code)\n  except SyntaxError as e: print(id, e)';
    const run = spawnSync('python3', ['-c', script], {
      input: JSON.stringify(found.map(({ id, code }) => [id, code])),
      encoding: 'utf8',
    });
    assert.equal(run.status, 0, run.stderr);
    assert.equal(run.stdout, '');
  },
);
