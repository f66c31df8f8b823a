import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reporters } from '../../../src/core/checks/report/reporters.ts';
import type { CheckReport } from '../../../src/core/checks/report/summary.ts';

const span = { offset: 0, length: 1, line: 4, column: 2, endLine: 4, endColumn: 3 };
const common = { file: '/w/notes.mcptest.json', server: 'notes', ms: 12 };
const mismatch = {
  expectation: 'contains',
  message: 'The text is <other>.',
  line: 6,
  expected: 'tea',
  actual: '```\n|x',
};
const report: CheckReport = {
  results: [
    { ...common, check: { id: 'add', span }, status: 'passed', mismatches: [] },
    { ...common, check: { id: 'find', title: 'finds a|note', span }, status: 'failed', mismatches: [mismatch] },
    { ...common, check: { id: 'gone', span }, status: 'broken', mismatches: [], reason: 'It did not start.' },
  ],
  problems: [{ file: '/w/bad.mcptest.json', span, message: 'Not valid JSON.', severity: 'error', isForm: true }],
  ms: 1_500,
  isPartial: false,
};

test('a run as Markdown has a row for each check, and the reason of each that did not pass', () => {
  const text = reporters.markdown(report, '/w');
  assert.match(text, /1 passed, 1 failed, 1 broken, 0 skipped in 1\.5 s\./);
  assert.match(text, /\| notes\.mcptest\.json \| finds a\\\|note \| notes \| failed \| 12 ms \|/);
  assert.match(text, /Line 7\n\n```\nThe text is <other>\.\n```/);
  assert.match(text, /Actual\n\n````\n```\n\|x\n````/);
  assert.match(text, /It did not start\./);
  assert.match(text, /Not valid JSON\./);
});

test('a run as HTML has the same rows, and texts of servers are no markup', () => {
  const text = reporters.html(report, '/w');
  assert.equal([...text.matchAll(/<tbody/g)].length, 4);
  assert.equal([...text.matchAll(/<tbody class="failed"/g)].length, 3);
  assert.match(text, /The text is &lt;other&gt;\./);
});
