import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { ToolDefinition } from '../../../src/core/wire/definitions.ts';
import type { Finding } from '../../../src/core/trust/scan/finding.ts';
import { mentionsOf } from '../../../src/core/trust/scan/mentions.ts';
import { scanServer } from '../../../src/core/trust/scan/scan.ts';
import { recordedServers } from './recorded.ts';

const leastRecall = 0.9;
const mostFalseAlarms = 0.01;

interface Poisoned {
  readonly place: string;
  readonly text: string;
}

const base: ToolDefinition = { name: 'add', description: 'Adds two numbers.', inputSchema: { type: 'object' } };
const withProperty = (schema: object, name = 'a'): ToolDefinition => ({
  ...base,
  inputSchema: { type: 'object', properties: { [name]: { type: 'string', ...schema } } },
});

function nested(text: string, depth: number): unknown {
  return depth === 0 ? { description: text } : { type: 'object', properties: { a: nested(text, depth - 1) } };
}

const places: Readonly<Record<string, (text: string) => ToolDefinition>> = {
  description: (text) => ({ ...base, description: text }),
  title: (text) => ({ ...base, title: text }),
  property: (text) => withProperty({ description: text }),
  propertyName: (text) => withProperty({}, text),
  enum: (text) => withProperty({ enum: ['x', text] }),
  default: (text) => withProperty({ default: text }),
  example: (text) => withProperty({ examples: [text] }),
  output: (text) => ({ ...base, outputSchema: { properties: { a: { description: text } } } }),
  deep: (text) => ({ ...base, inputSchema: nested(text, 100) }),
  meta: (text) => ({ ...base, _meta: { 'example.org/note': { text } } }),
};

function isAlarm({ severity }: Finding): boolean {
  return severity !== 'low';
}

function isFound({ place, text }: Poisoned): boolean {
  if (place === 'instructions') return scanServer({ tools: [base], instructions: text }).some(isAlarm);
  const tool = places[place]?.(text);
  assert.ok(tool, place);
  const others = mentionsOf(new Map([['other', ['send_email', 'write_file', 'read_file', 'delete_file']]]), 'own');
  return scanServer({ tools: [tool], others }).some(isAlarm);
}

for (const half of ['tuning', 'heldOut']) {
  test(`nine of ten poisoned definitions of the ${half} half are found`, () => {
    const file = new URL(`../../fixtures/poisoned/${half}.json`, import.meta.url);
    const all = JSON.parse(readFileSync(file, 'utf8')) as readonly Poisoned[];
    const missed = all.filter((each) => !isFound(each));
    const recall = 1 - missed.length / all.length;
    console.log(`scan, ${half}: recall ${recall.toFixed(3)} of ${all.length} poisoned definitions`);
    // Not shown for the held-out half: rules that are written after it would prove nothing.
    const list = (half === 'tuning' ? missed : []).map(({ place, text }) => `${place}: ${text}`).join('\n');
    assert.ok(all.length >= 75 && recall >= leastRecall, `${recall}\n${list}`);
  });
}

function textsIn(value: unknown): number {
  if (typeof value === 'string') return 1;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.entries(value).reduce(
    (sum, [key, each]) =>
      sum + (key === 'description' ? textsIn(each) : 0) + (typeof each === 'object' ? textsIn(each) : 0),
    0,
  );
}

test('at most one in a hundred definitions of real servers raises an alarm', () => {
  const servers = recordedServers();
  const names = new Map([...servers].map(([name, { tools }]) => [name, tools.map((tool) => tool.name)]));
  const alarms = [...servers].flatMap(([name, server]) =>
    scanServer({ ...server, others: mentionsOf(names, name) })
      .filter(isAlarm)
      .map(({ tool, path, code, excerpt }) => ({ name, tool, path, code, excerpt })),
  );
  const tools = [...servers.values()].flatMap((server) => server.tools);
  const alarmed = new Set(alarms.map(({ name, tool }) => `${name} ${tool}`)).size;
  console.log(
    `scan: ${alarms.length} alarms in ${alarmed} of ${tools.length} tools with ${textsIn(tools)} descriptions`,
  );
  assert.ok(textsIn(tools) >= 500);
  assert.ok(alarmed / tools.length <= mostFalseAlarms, JSON.stringify(alarms, undefined, 1));
});
