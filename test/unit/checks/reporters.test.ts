import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CheckResult } from '../../../src/core/checks/model/checkResult.ts';
import { reporters } from '../../../src/core/checks/report/reporters.ts';
import { problemsOf } from '../../../src/core/mcpServer/toolProblems.ts';
import { type CheckReport, exitCodeOf } from '../../../src/core/checks/report/summary.ts';

import { junitProblems, parseXml, sarifSchema } from './reportShapes.ts';

const span = (line: number) => ({ offset: 0, length: 1, line, column: 2, endLine: line, endColumn: 3 });
const result = (id: string, line: number, more: Partial<CheckResult> = {}): CheckResult => ({
  file: '/w/a/notes.mcptest.json',
  server: 'notes',
  check: { id, span: span(line) },
  status: 'passed',
  ms: 12.5,
  mismatches: [],
  ...more,
});
const report: CheckReport = {
  results: [
    result('add', 3),
    result('find', 7, {
      status: 'failed',
      mismatches: [
        { expectation: 'contains', message: 'No <tea> & no\u0007 "cake".', line: 8, expected: 'tea', actual: 'x' },
      ],
    }),
    result('gone', 11, { status: 'broken', reason: 'The server ended, 100 % of it' }),
    result('later', 14, { status: 'skipped', reason: 'not yet' }),
  ],
  problems: [
    { file: '/w/a/other.mcptest.json', message: 'unknown key "x"', severity: 'error', isForm: true, span: span(1) },
  ],
  ms: 1_234,
  isPartial: false,
};
const write = (name: keyof typeof reporters, what = report): string => reporters[name](what, '/w');

test('a terminal sees what failed, where, and how it differs', () => {
  const lines = write('spec').split('\n');
  assert.equal(lines[0], 'a/other.mcptest.json:2:3: unknown key "x"');
  assert.ok(lines.includes('  ✔ add (12.5 ms)'));
  assert.ok(lines.includes('      line 9: No <tea> & no\u0007 "cake".'));
  assert.equal(lines.at(-2), '1 passed, 1 failed, 1 could not run, 1 skipped in 1.2 s');
});

test('JUnit gets counts, places and texts that XML can hold', () => {
  const xml = write('junit');
  assert.match(xml, /<testsuites tests="5" failures="1" errors="2" skipped="1" time="1\.234">/);
  assert.match(
    xml,
    /name="find" time="0\.013" file="a\/notes\.mcptest\.json" line="8"><failure message="No &lt;tea&gt; &amp; no &quot;cake&quot;\." type="contains">/,
  );
  assert.match(xml, /<skipped message="not yet"\/>/);
  assert.deepEqual(junitProblems(parseXml(xml)), []);
  assert.ok(!xml.includes('\u0007'));
});

test('SARIF is as its schema and GitHub want it, whatever the name of a file', () => {
  const odd = result('odd', 3, { status: 'broken', reason: 'x', file: '/w/my checks/50%#.mcptest.json' });
  const sarif = JSON.parse(write('sarif', { ...report, results: [...report.results, odd] })) as unknown;
  assert.deepEqual(problemsOf(sarifSchema, sarif), []);
  assert.match(JSON.stringify(sarif), /"my%20checks\/50%25%23\.mcptest\.json"/);
});

test('SARIF has rules with help, and an empty list where all is well', () => {
  const { runs } = JSON.parse(write('sarif')) as {
    runs: [
      {
        tool: { driver: { rules: { id: string; help: { text: string } }[] } };
        results: { ruleId: string; ruleIndex: number }[];
      },
    ];
  };
  const [{ tool, results }] = runs;
  assert.deepEqual(
    results.map(({ ruleId, ruleIndex }) => [ruleId, tool.driver.rules[ruleIndex]?.id]),
    [
      ['check-failed', 'check-failed'],
      ['check-broken', 'check-broken'],
      ['check-file', 'check-file'],
    ],
  );
  const clean = write('sarif', { ...report, results: [result('add', 3)], problems: [] });
  assert.match(clean, /"results": \[\]/);
});

test('TAP numbers each check and marks what was skipped', () => {
  const lines = write('tap').split('\n');
  assert.deepEqual(lines.slice(0, 4), ['TAP version 14', '1..5', 'ok 1 - add', 'not ok 2 - find']);
  assert.ok(lines.includes('ok 4 - later # SKIP not yet'));
});

test('TAP counts a file with a mistake as a failure, and says that a run was interrupted', () => {
  const lines = write('tap', { ...report, results: [], isPartial: true }).split('\n');
  assert.deepEqual(lines.slice(0, 3), [
    'TAP version 14',
    '1..1',
    'not ok 1 - a/other.mcptest.json:2:3: unknown key "x"',
  ]);
  assert.equal(lines.at(-2), 'Bail out! The run was interrupted');
});

test('no title of a check begins a line of its own in TAP', () => {
  const check = { id: 'a', title: 'a\nok 2 - forged # x', span: span(1) };
  const lines = write('tap', { ...report, results: [result('a', 1, { check })], problems: [] }).split('\n');
  assert.equal(lines[2], String.raw`ok 1 - a ok 2 - forged \# x`);
});

test('annotations for GitHub are escaped, and no more than it shows', () => {
  assert.match(
    write('github'),
    /^::error file=a\/notes\.mcptest\.json,line=12,title=gone::The server ended, 100 %25 of it$/m,
  );
  const many = Array.from({ length: 30 }, (_, at) => result(`c${at}`, at, { status: 'broken', reason: 'x' }));
  const lines = write('github', { ...report, results: many, problems: [] })
    .trim()
    .split('\n');
  assert.equal(lines.length, 10);
  assert.match(lines.at(-1) ?? '', /20 more/);
});

test('the exit code tells failed from not tried', () => {
  assert.equal(exitCodeOf(report), 1);
  assert.equal(exitCodeOf({ ...report, results: [result('a', 1, { status: 'broken' })] }), 2);
  assert.equal(exitCodeOf({ ...report, results: [result('a', 1)] }), 2, 'a file with a mistake');
  assert.equal(exitCodeOf({ ...report, results: [result('a', 1)], problems: [] }), 0);
  assert.equal(exitCodeOf({ ...report, results: [], problems: [], isPartial: true }), 2);
});
