import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { checkFileSchema } from '../../../src/core/checks/read/checkSchema.ts';
import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';
import { fill, readVariables } from '../../../src/core/checks/read/variables.ts';
import { updatesGolden } from '../../support/golden.ts';
import { projectRoot } from '../../support/sources.ts';

const read = (body: string) => readCheckFile('/w/a.mcptest.json', body);
const file = (checks: string, more = ''): string =>
  `{ "mcptest": 1, "server": "notes",${more}\n "checks": [${checks}] }`;
const messages = (text: string): readonly string[] => read(text).problems.map(({ message }) => message);

test('a file with comments and trailing commas is read', () => {
  const { checkFile, problems } = read(file('{ "id": "a", "call": "add", /* why */ "args": { "n": 1 }, },'));
  assert.deepEqual(problems, []);
  const [check] = checkFile?.checks ?? [];
  assert.equal(check?.id, 'a');
  assert.deepEqual([check?.steps[0]?.kind, check?.steps[0]?.target, check?.steps[0]?.args], ['call', 'add', { n: 1 }]);
  assert.equal(check?.steps[0]?.span.line, 1);
});

test('a check with a mistake is named by its line, and the others are there', () => {
  const { checkFile, problems } = read(file('{ "id": "a", "call": "x", "expcet": {} },\n{ "id": "b", "call": "x" }'));
  assert.deepEqual(
    problems.map(({ span, message }) => [span.line, message]),
    [[1, 'checks.0: unknown key "expcet".']],
  );
  assert.deepEqual(
    checkFile?.checks.map(({ id }) => id),
    ['b'],
  );
});

test('what a schema cannot say is found too', () => {
  assert.deepEqual(messages(file('{ "id": "a", "call": "x" }, { "id": "a", "call": "y" }')), [
    'Another check has the id "a".',
  ]);
  assert.match(messages(file('{ "id": "a" }'))[0] ?? '', /no step/);
  assert.match(messages(file('{ "id": "a", "call": "${x}" }'))[0] ?? '', /"x"/);
  assert.match(
    messages(file('', ' "variables": { "api_key": "sk-proj-4kd83jfhs7d9f8sd7f6" },'))[0] ?? '',
    /looks like a secret/,
  );
});

test('a value that a step takes is known to the steps after it, and not before', () => {
  const steps = (first: string, second: string) => file(`{ "id": "a", "steps": [${first}, ${second}] }`);
  const taking = '{ "call": "x", "take": { "n": "/a" } }';
  const using = '{ "call": "y", "args": { "v": "${n}" } }';
  assert.deepEqual(messages(steps(taking, using)), []);
  assert.equal(messages(steps(using, taking)).length, 1);
});

test('a text that is no check file is refused with a sentence', () => {
  assert.equal(read('').checkFile, undefined);
  assert.match(messages('[]')[0] ?? '', /JSON object/);
  assert.match(messages('{')[0] ?? '', /missing/);
  assert.match(messages('{}')[0] ?? '', /lacks "mcptest"/);
  assert.match(messages('{ "mcptest": 2, "server": "a", "checks": [] }')[0] ?? '', /must be 1/);
});

test('a text that is only a reference becomes the value, and others are filled in', () => {
  const variables = new Map<string, unknown>([
    ['n', 7],
    ['name', 'tea'],
  ]);
  assert.deepEqual(fill({ a: '${n}', b: 'is ${name} (${n})', c: ['${x}'] }, variables), {
    a: 7,
    b: 'is tea (7)',
    c: ['${x}'],
  });
});

test('a variable of the environment that is not set is named', () => {
  assert.equal(readVariables({ a: '${env:X}!' }, { X: '1' }).get('a'), '1!');
  assert.throws(() => readVariables({ a: '${env:X}' }, {}), /X is not set/);
});

test('editors get the same schema', (t) => {
  const schema = path.join(projectRoot, 'media/schemas/mcptest.schema.json');
  const wanted = `${JSON.stringify(checkFileSchema, undefined, 2)}\n`;
  if (!updatesGolden(t, schema, wanted)) assert.deepEqual(JSON.parse(readFileSync(schema, 'utf8')), JSON.parse(wanted));
});
