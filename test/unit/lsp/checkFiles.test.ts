import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LiveServer } from '../../../src/contract/language.ts';
import { checkDiagnostics } from '../../../src/lsp/checks/checkDiagnostics.ts';
import { checkProposals } from '../../../src/lsp/checks/checkProposals.ts';

const notes: LiveServer = {
  id: 'notes',
  name: 'notes',
  file: '/w/.vscode/mcp.json',
  state: 'connected',
  stateText: '',
  tools: [
    { name: 'add_note', tokens: 1, args: ['text', 'tags'] },
    { name: 'list_notes', tokens: 1, args: [] },
  ],
};
const file = '/w/a.mcptest.json';
const fileOf = (checks: readonly object[], more: object = {}): string =>
  JSON.stringify({ mcptest: 1, server: 'notes', ...more, checks }, undefined, 1);
const problemsIn = (text: string, servers: readonly LiveServer[] | undefined = [notes], isCovered = true) =>
  checkDiagnostics(file, text, { servers, isCovered }).map(
    ({ code, range, message }) => `${String(code)} ${range.start.line}: ${message}`,
  );

test('a check file without mistakes has no problem', () => {
  assert.deepEqual(problemsIn(fileOf([{ id: 'a', call: 'add_note', args: { text: 'tea' } }])), []);
});

test('unknown tools and servers are found, and only where the servers are known', () => {
  const text = fileOf([{ id: 'a', call: 'add_notes' }]);
  assert.deepEqual(problemsIn(text), ['check-tool 6: The server "notes" has no tool "add_notes".']);
  assert.deepEqual(problemsIn(text, []), ['check-server 2: No server "notes" is configured.']);
  assert.deepEqual(checkDiagnostics(file, text, { servers: undefined, isCovered: true }), []);
  assert.deepEqual(problemsIn(text, [{ ...notes, tools: [] }]), []);
});

test('duplicate ids, unknown variables and literals that look secret are found', () => {
  const text = fileOf(
    [
      { id: 'a', call: 'list_notes' },
      { id: 'a', call: 'add_note', args: { text: '${who}' } },
      { id: 'b', call: 'add_note', args: { password: 'correct horse' } },
    ],
    { variables: { api_key: 'abcdef123456' } },
  );
  assert.equal(problemsIn(text).length, 4);
  assert.match(problemsIn(text).join('\n'), /Another check has the id "a"/);
  assert.match(problemsIn(text).join('\n'), /has the name "who"/);
  assert.match(problemsIn(text).join('\n'), /"api_key" looks like a secret/);
  assert.match(problemsIn(text).join('\n'), /check-secret .*"password" looks like a secret/);
});

test('what the schema forbids is left to an editor that has it', () => {
  const text = fileOf([{ id: 'a', cal: 'add_note' }]);
  assert.equal(problemsIn(text, [notes], true).length, 0);
  assert.match(problemsIn(text, [notes], false).join('\n'), /unknown key "cal"/);
});

/** `|` is the cursor. */
function proposalsAt(marked: string): readonly string[] {
  const offset = marked.indexOf('|');
  return checkProposals(marked.replace('|', ''), offset, [notes]).map(({ textEdit }) => textEdit?.newText ?? '');
}

test('servers, tools and arguments are proposed where they belong', () => {
  assert.deepEqual(proposalsAt('{"server": "|"}'), ['"notes"']);
  assert.deepEqual(proposalsAt('{"server": "notes", "checks": [{"id": "a", "call": "|"}]}'), [
    '"add_note"',
    '"list_notes"',
  ]);
  assert.deepEqual(proposalsAt('{"server": "notes", "checks": [{"steps": [{"call": "a|"}]}]}'), [
    '"add_note"',
    '"list_notes"',
  ]);
  assert.deepEqual(proposalsAt('{"server":"notes","checks":[{"call":"add_note","args":{"text":"x","|"}}]}'), [
    '"tags": ',
  ]);
  assert.deepEqual(proposalsAt('{"server":"notes","checks":[{"call":"add_note","args":{"te|": "x"}}]}'), [
    '"text"',
    '"tags"',
  ]);
  assert.deepEqual(proposalsAt('{"server":"notes","checks":[{"call":"add_note","expect":{"|"}}]}'), []);
});
