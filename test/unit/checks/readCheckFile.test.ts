import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { checkFileSchema } from '../../../src/core/checks/read/checkSchema.ts';
import { readCheckFile } from '../../../src/core/checks/read/readCheckFile.ts';
import { fill, inEnvironment, readVariables } from '../../../src/core/checks/read/variables.ts';
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

test('checks that are no checks are left out, however many there are', () => {
  const { checkFile, problems } = read(file(`${'null, { "call": 1 }, '.repeat(120)}{ "id": "b", "call": "x" }`));
  assert.equal(problems.length, 100);
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

const noInput = () => Promise.reject(new Error('nobody may be asked'));

test('a variable of the environment that is not set is named', async () => {
  const values = (text: string, env: Readonly<Record<string, string>>) =>
    readVariables({ variables: { a: text }, inputs: [] }, { env, input: noInput });
  assert.equal((await values('${env:X}!', { X: '1' })).get('a'), '1!');
  await assert.rejects(values('${env:X}', {}), /X is not set/);
});

const declared = { mcptest: 1, server: 's', inputs: [{ id: 'key', type: 'promptString', password: true }], checks: [] };

test('a value is asked for once, and only where a variable takes it', async () => {
  const { checkFile } = readCheckFile('/w/a.mcptest.json', JSON.stringify(declared));
  assert.ok(checkFile);
  const asked: string[] = [];
  const input = async ({ id }: { readonly id: string }): Promise<string> => (asked.push(id), 'k');
  const variables = { a: 'Bearer ${input:key}', b: '${input:key}' };
  const values = await readVariables({ ...checkFile, variables }, { env: {}, input });
  assert.deepEqual([Object.fromEntries(values), asked], [{ a: 'Bearer k', b: 'k' }, ['key']]);
  assert.equal((await readVariables(checkFile, { env: {}, input: noInput })).size, 0);
  assert.deepEqual(
    checkFile.inputs.map(({ id, password, file }) => [id, password, file]),
    [['key', true, '/w/a.mcptest.json']],
  );
});

test('an input that the file does not declare is a mistake, in an environment too', () => {
  const text = JSON.stringify({
    ...declared,
    variables: { a: '${input:no}' },
    environments: { x: { b: '${input:key2}' } },
  });
  assert.deepEqual(messages(text), [
    'Input "no" is not declared under "inputs" of its file.',
    'Input "key2" is not declared under "inputs" of its file.',
  ]);
  assert.match(
    messages(JSON.stringify({ ...declared, inputs: [{ id: 'k', type: 'pickString' }] }))[0] ?? '',
    /no options/,
  );
});

test('a secret in an environment is refused as in the variables', () => {
  const environments = { x: { api_key: 'sk-proj-abcdefghijklmnop1234567890' } };
  assert.match(messages(JSON.stringify({ ...declared, environments }))[0] ?? '', /looks like a secret/);
});

test('an environment has its own values, and one that the file does not have is named', () => {
  const environments = { staging: { host: 'b' }, live: {} };
  const file = { ...declared, variables: { host: 'a', who: 'tea' }, environments };
  const { checkFile } = readCheckFile('/w/a.mcptest.json', JSON.stringify(file));
  assert.ok(checkFile);
  assert.deepEqual(inEnvironment(checkFile, 'staging').variables, { host: 'b', who: 'tea' });
  assert.deepEqual(inEnvironment(checkFile, 'live').variables, { host: 'a', who: 'tea' });
  for (const none of ['', undefined]) assert.equal(inEnvironment(checkFile, none), checkFile);
  assert.throws(() => inEnvironment(checkFile, 'toString'), /no environment "toString". It has: staging, live\./);
  assert.deepEqual(inEnvironment({ ...checkFile, environments: {} }, 'any').variables, checkFile.variables);
});

test('editors get the same schema', (t) => {
  const schema = path.join(projectRoot, 'media/schemas/mcptest.schema.json');
  const wanted = `${JSON.stringify(checkFileSchema, undefined, 2)}\n`;
  if (!updatesGolden(t, schema, wanted)) assert.deepEqual(JSON.parse(readFileSync(schema, 'utf8')), JSON.parse(wanted));
});
