import assert from 'node:assert/strict';
import { test } from 'node:test';
import { longFunctions } from '../../scripts/lib/codeFigures.mjs';
import { fixedSleeps, mayNameSleeps, placesOf } from '../../scripts/lib/fixedSleeps.mjs';
import { type SourceFile, importsOf, readSources } from '../support/sources.ts';

const files = ['test/unit', 'test/integration', 'test/security', 'test/faults'].flatMap((folder) =>
  readSources(folder, ['.ts', '.tsx', '.mjs']),
);

const clocks: readonly RegExp[] = [/(?:performance|Date)\.now\(\)\s*-/g, /= (?:performance|Date)\.now\(\)/g];

/** How many arguments each call of `name` has, texts and brackets inside understood. */
function* argumentsOf(text: string, name: RegExp): Generator<{ readonly at: number; readonly count: number }> {
  for (const { index, 0: call } of text.matchAll(name))
    yield { at: index, count: countArguments(text, index + call.length) };
}

const closers: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** How many arguments there are up to the bracket that closes the call; a trailing comma adds none. */
function countArguments(text: string, from: number): number {
  const open: string[] = [')'];
  let [count, isEmpty] = [0, true];
  for (let at = from; open.length > 0 && at < text.length; at++) {
    const char = text[at]!;
    if (char === "'" || char === '"' || char === '`') at = endOfString(text, at);
    else if (char === '/' && /[(,=:[!&|?{};\s]$/.test(text.slice(from - 1, at)) && text[at + 1] !== ' ')
      at = endOfString(text, at);
    else if (char in closers) open.push(closers[char]!);
    else if (char === open.at(-1)) open.pop();
    if (char === ',' && open.length === 1) [count, isEmpty] = [count + 1, true];
    else if (open.length > 0 && /\S/.test(char)) isEmpty = false;
  }
  return isEmpty ? count : count + 1;
}

/** Of a text or a regular expression; what a template holds is passed over with it. */
function endOfString(text: string, from: number): number {
  const quote = text[from];
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] === '\\') at++;
    else if (text[at] === quote) return at;
  }
  return text.length;
}

test('no test sleeps for a fixed time: it waits with until, advances a mocked clock, or sends a fence', () => {
  assert.deepEqual(fixedSleeps(files), []);
});

test('no test asserts how long something took', () => {
  const offenders = files.filter(({ file }) => !mayNameSleeps.has(file)).flatMap((file) => placesOf(file, clocks));
  assert.deepEqual(offenders, []);
});

test('a sleep is found however it is written', () => {
  for (const text of [
    "import { setTimeout as delay } from 'node:timers/promises';",
    'await sleep(5);',
    'await new Promise((resolve) => setTimeout(resolve, 5));',
    'await new Promise((done) => {\n  setTimeout(done, 5);\n});',
    'await new Promise((go) =>\n  void setTimeout(go, 5));',
    'setTimeout(() => abort.abort(), 50);',
  ]) {
    assert.notDeepEqual(fixedSleeps([{ file: 'x', text }]), [], text);
  }
  assert.deepEqual(fixedSleeps([{ file: 'x', text: "t.mock.timers.enable({ apis: ['setTimeout'] });" }]), []);
});

test('no file of tests is longer than 400 lines', () => {
  const long = files.filter(({ text }) => text.trimEnd().split('\n').length > 400).map(({ file }) => file);
  assert.deepEqual(long, []);
});

test('no function is longer than 60 lines, or 80 in end-to-end tests and benchmarks', () => {
  const scripts = readSources('scripts', ['.mjs']);
  assert.deepEqual(
    longFunctions([...['src', 'webview', 'test'].flatMap((folder) => readSources(folder)), ...scripts]),
    [],
  );
});

test('an end-to-end test sleeps only to show an absence, and says so', () => {
  const sleeping = readSources('test/e2e').flatMap(({ file, text }) =>
    text
      .split('\n')
      .flatMap((line, at) => (/setTimeout\(\w+, \d[\d_]{2,}\)/.test(line) ? [`${file}:${at + 1}${line}`] : [])),
  );
  assert.deepEqual(
    sleeping.filter((line) => !line.includes('an absence has nothing to wait for')),
    [],
  );
});

/** Helpers of tests that make something with a lifetime. */
const makingHelpers =
  /^import \{[^}]*\b(?:manage|openGatewayFixture|makeKimiFixture|makeServer|useManifestFixture|toolsOf|testHost|fakeHost|createCore|createManagedServer)\b/m;

function makesLifetimes(source: SourceFile, makers: ReadonlySet<string>): boolean {
  return makingHelpers.test(source.text) || valuesImportedBy(source).some((file) => makers.has(file));
}

/** Without what is imported for its types only. */
function valuesImportedBy({ file, text }: SourceFile): string[] {
  const values = text
    .replaceAll(/^import type [^;]+;$/gm, '')
    .replaceAll(/^import \{(?: type \w+,?)+ \} from [^;]+;$/gm, '');
  return importsOf({ file, text: values });
}

test('every file that makes lifetimes checks for leaks', () => {
  const makers = new Set(
    readSources('src').flatMap(({ file, text }) => (/new (?:Lifetime|Renewable)\(/.test(text) ? [file] : [])),
  );
  const careless = files
    .filter(({ file, text }) => file.endsWith('.test.ts') && !/^failOnLeaks\(\);$/m.test(text))
    .filter((file) => makesLifetimes(file, makers));
  assert.deepEqual(
    careless.map(({ file }) => file),
    [],
  );
});

test('a refusal is expected with its reason: assert.rejects and assert.throws have a second argument', () => {
  const bare = files.flatMap(({ file, text }) =>
    [...argumentsOf(text, /assert\.(?:rejects|throws)\(/g)]
      .filter(({ count }) => count < 2)
      .map(({ at }) => `${file}:${text.slice(0, at).split('\n').length}`),
  );
  assert.deepEqual(
    bare.filter((place) => !place.startsWith('test/unit/testHygiene')),
    [],
  );
});

test('what counts arguments sees through texts, brackets and commas at the end', () => {
  const counts = (text: string): number[] => [...argumentsOf(text, /assert\.throws\(/g)].map(({ count }) => count);
  assert.deepEqual(counts('assert.throws(() => f(a, b));'), [1]);
  assert.deepEqual(counts('assert.throws(\n  f("a)", { b: [1, 2] }),\n);'), [1]);
  assert.deepEqual(counts('assert.throws(() => f(`x, ${y}`), /a, \\)/);'), [2]);
  assert.deepEqual(counts('assert.throws(run, { code: 1 },\n)'), [2]);
});
