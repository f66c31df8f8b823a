import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { type FlowLabel, flowLabels, flowLabelsOf } from '../../../src/core/trust/flows/flowLabels.ts';
import { wordsIn } from '../../../src/core/trust/flows/toolWords.ts';
import { updatesGolden } from '../../support/golden.ts';
import { projectRoot, readJson } from '../../support/sources.ts';
import { recordedServers } from './recorded.ts';

const letters: Readonly<Record<FlowLabel, string>> = { private: 'p', untrusted: 'u', sends: 's' };

function labels(name: string, parameters = '', annotations: object = {}): string {
  const properties = Object.fromEntries(
    parameters
      .split(' ')
      .filter(Boolean)
      .map((key) => [key, {}]),
  );
  const found = flowLabelsOf({ name, inputSchema: { type: 'object', properties }, annotations: { ...annotations } });
  return [...found].map((label) => letters[label]).join('');
}

/** Tools of servers that are not in the recording, from their documentation. */
const examples: readonly (readonly [name: string, parameters: string, labels: string])[] = [
  ['send_email', 'to subject body', 's'],
  ['search_emails', 'query', 'pu'],
  ['read_email', 'messageId', 'pu'],
  ['gmail_list_threads', '', 'pu'],
  ['fetch', 'url max_length', 'us'],
  ['git_log', 'repo_path max_count', 'p'],
  ['execute_command', 'command timeout', 'pus'],
  ['run_shell', 'script', 'pus'],
  ['read_query', 'sql', 'p'],
  ['list_tables', '', 'p'],
  ['puppeteer_navigate', 'url', 'us'],
  ['linear_create_comment', 'issueId body', 's'],
  ['getJiraIssue', 'issueKey', 'pu'],
  ['list-calendar-events', 'calendarId', 'pu'],
  ['create_event', 'summary attendees', 's'],
  ['webSearch', 'q', 'u'],
  ['upload_file', 'path', 's'],
  ['get_current_time', 'timezone', ''],
  ['calculate', 'expression', ''],
  ['delete_message', 'id', ''],
  ['convert_units', 'value from to', ''],
];
for (const [name, parameters, expected] of examples) {
  test(`${name}(${parameters}) is labelled ${expected || 'with nothing'}`, () => {
    assert.equal(labels(name, parameters), expected);
  });
}

test('an annotation adds labels, and no annotation takes one away', () => {
  assert.equal(labels('frobnicate'), '');
  assert.equal(labels('frobnicate', '', { openWorldHint: true }), 'us');
  assert.equal(labels('frobnicate', '', { openWorldHint: true, readOnlyHint: true }), 'u');
  const innocent = { readOnlyHint: true, openWorldHint: false, destructiveHint: false };
  for (const [name, parameters, expected] of examples) assert.equal(labels(name, parameters, innocent), expected, name);
});

test('a name is read in any spelling', () => {
  for (const name of [
    'sendMessage',
    'send_message',
    'send-message',
    'SendMessage',
    'slack.sendMessages',
    'SEND_MESSAGE',
  ])
    assert.equal(labels(name), 's', name);
  assert.deepEqual(wordsIn('getHTTPRepliesStatus'), ['get', 'http', 'reply', 'status']);
  assert.deepEqual(wordsIn('queryDocs addresses class'), ['query', 'docs', 'addresse', 'class']);
});

test('a schema of any shape is read', () => {
  for (const inputSchema of [undefined, null, [], 7, {}, { properties: [] }, { properties: null }])
    assert.deepEqual([...flowLabelsOf({ name: 'read_file', inputSchema } as never)], ['private']);
});

const golden = path.join(projectRoot, 'test/fixtures/flows/measured.txt');

/** By hand, for each tool: the labels it must have, and in brackets those that it may have. */
const byHand = readJson<Record<string, Record<string, string>>>('test/fixtures/flows/handLabels.json');

const tools = [...recordedServers()].flatMap(([server, { tools: all }]) => all.map((tool) => ({ server, tool })));

function measure(): string {
  const mistakes: string[] = [];
  const sums = flowLabels.map((label) => {
    const sum = { given: 0, right: 0, missed: 0, extra: 0 };
    for (const { server, tool } of tools) {
      const [must = '', may = ''] = (byHand[server]?.[tool.name] ?? '?').split('(');
      const has = flowLabelsOf(tool).has(label);
      const [wanted, allowed] = [must, may].map((some) => some.includes(letters[label]));
      if (has) sum.given++;
      if (has && wanted) sum.right++;
      if (!has && wanted) sum.missed++;
      if (has && !wanted && !allowed) sum.extra++;
      if (has !== wanted && !(has && allowed))
        mistakes.push(`${has ? 'extra' : 'missed'} ${label}: ${server} ${tool.name}`);
    }
    return `${label}: ${sum.given} given, ${sum.right} right, ${sum.missed} missed, ${sum.extra} too many`;
  });
  return [`${tools.length} tools of real servers, against labels given by hand`, ...sums, '', ...mistakes, ''].join(
    '\n',
  );
}

test('the labels of real tools are those that were measured, mistakes included', (t) => {
  const measured = measure();
  if (updatesGolden(t, golden, measured)) return;
  assert.equal(measured, readFileSync(golden, 'utf8'));
  assert.equal(tools.length, Object.values(byHand).flatMap((known) => Object.keys(known)).length);
});
