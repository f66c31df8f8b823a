import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compatibilityOf } from '../../../src/core/lint/hosts/compatibility.ts';
import { hosts } from '../../../src/core/lint/hosts/hosts.ts';
import { lintServer } from '../../../src/core/lint/lint.ts';
import type { LintSubject } from '../../../src/core/lint/model/lintSubject.ts';
import { lintRules } from '../../../src/core/lint/rules/table.ts';
import { badServers, goodTool } from './badServers.ts';

const good: LintSubject = {
  server: 'notes',
  tools: [goodTool],
  protocolVersion: '2026-07-28',
  transport: 'stdio',
  startMs: 200,
  secondList: [goodTool.name],
  observed: [{ tool: goodTool.name, ms: 5, result: { content: [{ type: 'text', text: 'tea' }] } }],
  probes: [{ kind: 'unknown-tool', outcome: 'error' }],
};

const lint = (changes: Partial<LintSubject>) => {
  const { secondList: _, ...base } = good;
  return lintServer({ ...base, ...changes });
};

test('a careful server has no finding and the whole score', () => {
  assert.deepEqual(lintServer(good), { server: 'notes', score: 100, lost: [], findings: [] });
});

test('every rule has a server that breaks it', () => {
  assert.deepEqual(Object.keys(badServers).toSorted(), lintRules.map(({ id }) => id).toSorted());
  assert.ok(lintRules.length >= 40);
});

for (const [rule, changes] of Object.entries(badServers)) {
  test(`${rule} is found, with a reason and a remedy`, () => {
    const { findings, score } = lint(changes);
    const found = findings.filter((finding) => finding.rule === rule);
    assert.ok(found.length > 0, `found ${findings.map((one) => one.rule).join(', ')}`);
    for (const { message, remedy, subject } of found) {
      assert.match(message, /\S.*[."]$/);
      assert.match(remedy, /\S.*[.]$/);
      assert.match(subject, /^(?:server|tools\/|prompts\/|resources\/)/);
    }
    assert.ok(score < 100 || found.every(({ severity }) => severity === 'info'));
  });
}

test('the score is explained: what was lost adds up', () => {
  const { score, lost } = lint(badServers['root-union'] ?? {});
  const sum = lost.reduce((total, { points }) => total + points, 0);
  assert.equal(Math.round((score + sum) * 10) / 10, 100);
});

test('a fault in one of many tools costs less than one in all of them', () => {
  const tool = (at: number, description: string) => ({ ...goodTool, name: `find_${at}`, description });
  const many = (hasText: (at: number) => boolean) =>
    Array.from({ length: 20 }, (_, at) => tool(at, hasText(at) ? `Finds the ${at} thing well` : ''));
  assert.ok(lint({ tools: many((at) => at > 0) }).score > lint({ tools: many(() => false) }).score);
});

test('a rule that finds something everywhere does not fill the report', () => {
  const tools = Array.from({ length: 1_000 }, (_, at) => ({ ...goodTool, name: `t${at}`, description: '' }));
  const found = lint({ tools }).findings.filter(({ rule }) => rule === 'desc-missing');
  assert.equal(found.length, 200);
});

test('a client refuses or loses what its statements name, each with its source and date', () => {
  const { findings } = lint(badServers['root-union'] ?? {});
  const verdicts = Object.fromEntries(compatibilityOf(findings).map(({ host, verdict }) => [host, verdict]));
  assert.equal(verdicts['Claude'], 'refuses');
  assert.equal(verdicts['Copilot'], 'loses');
  assert.equal(verdicts['Gemini'], 'takes');
});

test('statements name rules that there are, and a date', () => {
  const ids = new Set(lintRules.map(({ id }) => id));
  for (const { statements } of hosts) {
    for (const { rule, date } of statements) {
      assert.ok(ids.has(rule), rule);
      assert.match(date, /^\d{4}-\d\d-\d\d$/);
    }
  }
});

test('schemas of any shape are looked at without throwing', () => {
  for (const inputSchema of [null, 7, [], true, { properties: 7, required: {} }, { $ref: '#/%' }, { type: [] }])
    assert.ok(lint({ tools: [{ ...goodTool, inputSchema }] }).findings.length > 0);
});

test('a reference to a neighbour whose name begins alike is no cycle, and one by anchor leads somewhere', () => {
  const inner = { type: 'object', description: 'Inside', properties: { x: { $ref: '#/properties/a' } } };
  const properties = { a: { type: 'string', description: 'First' }, ab: inner, c: { $ref: '#here' } };
  const $defs = { d: { $anchor: 'here', type: 'string' } };
  const { findings } = lint({ tools: [{ ...goodTool, inputSchema: { type: 'object', properties, $defs } }] });
  assert.deepEqual(
    findings.filter(({ rule }) => rule.startsWith('ref-')),
    [],
  );
});
