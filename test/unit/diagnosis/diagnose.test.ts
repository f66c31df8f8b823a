import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gaveUp, serverExited } from '../../../src/base/faults/serverFaults.ts';
import { DiagnosedFault, diagnosesOf } from '../../../src/core/diagnosis/diagnosedFault.ts';
import { diagnose, remedyText } from '../../../src/core/diagnosis/diagnose.ts';
import { decisiveLine } from '../../../src/core/diagnosis/model/decisiveLine.ts';
import { withinOneEdit } from '../../../src/core/diagnosis/model/nearbyFile.ts';
import { evidenceOf } from './corpus/setup.ts';

const setup = (stderr: string) => evidenceOf({ name: '', rule: '', says: /x/, stderr, exit: 1 });

for (const [what, stderr, line] of [
  [
    'the error and not its stack',
    'starting\nError: the moon is full\n    at x (/a.js:1:1)\n\nNode.js v22.1.0',
    'Error: the moon is full',
  ],
  [
    'the end of a traceback',
    'Traceback (most recent call last):\n  File "a.py", line 1\n    x()\nMoonError: full\nbye',
    'MoonError: full',
  ],
  ['the line before a stack', 'the moon is full\n    at x (/a.js:1:1)', 'the moon is full'],
  ['the last line where there is no error', 'hello\nthe moon is full', 'the moon is full'],
] as const) {
  test(`the decisive line is ${what}`, () => assert.equal(decisiveLine(setup(stderr)), line));
}

test('what helps is written as sentences, also where a Chinese one ends with a name', () => {
  const [first] = diagnose(setup('hello'));
  const remedies = ['请安装 uv', 'Install uv'].map((text) => ({ text }));
  assert.equal(remedyText({ ...first!, remedies: remedies as never }), '请安装 uv。Install uv.');
});

test('where nothing is known nothing is claimed', () => {
  const [first, ...others] = diagnose(setup('hello\nthe moon is full'));
  assert.deepEqual([first?.rule, first?.certainty, others.length], ['unknown', 'unknown', 0]);
  assert.match(first?.cause ?? '', /not known.*the moon is full/);
  assert.deepEqual(diagnose({ ...setup(''), launch: { kind: 'memory' } }), []);
});

test('the advice for a missing program leaves the long PATH to the details', () => {
  const launch = { command: 'github-mcp-server' };
  const evidence = evidenceOf({ name: '', rule: '', says: /x/, launch, code: 'ENOENT' });
  const [found] = diagnose({ ...evidence, searchPath: '/opt/a:/opt/b' });
  assert.equal(found?.remedies.at(-1)?.text, 'Or choose its file');
});

test('what helps against a missing program reads as two sentences', () => {
  const launch = { command: 'github-mcp-server' };
  const [found] = diagnose(evidenceOf({ name: '', rule: '', says: /x/, launch, code: 'ENOENT' }));
  assert.ok(found);
  assert.equal(remedyText(found), 'Install github-mcp-server. Or choose its file.');
});

test('output of any shape is diagnosed, and never throws', () => {
  const odd = [
    '\u0000',
    'x'.repeat(32_000),
    'A_'.repeat(16_000),
    '"path": ['.repeat(3_000),
    '\n'.repeat(30_000),
    ' '.repeat(30_000),
    "Cannot find module '".repeat(1_500),
  ];
  for (const text of odd) assert.ok(diagnose(setup(text)).length <= 3); // quadratic patterns would take minutes
});

test('names that differ in one letter are alike', () => {
  for (const [a, b, expected] of [
    ['index', 'inde', true],
    ['index', 'indez', true],
    ['index', 'idnex', true],
    ['index', 'inxed', false],
    ['a', 'abc', false],
  ] as const)
    assert.equal(withinOneEdit(a, b), expected, `${a} ${b}`);
});

test('a server that has run is not told that its entry is wrong', () => {
  const launch = { env: { MOON_KEY: 'xxx' } };
  const evidence = evidenceOf({ name: '', rule: '', says: /x/, launch, stderr: 'the moon is full', exit: 1 });
  assert.equal(diagnose(evidence)[0]?.rule, 'variable/placeholder');
  assert.equal(diagnose({ ...evidence, hasRun: true })[0]?.rule, 'unknown');
});

test('a server that was connected is not told to use another protocol when it resets a connection', () => {
  const url = 'http://127.0.0.1:4000/mcp';
  const evidence = evidenceOf({ name: '', rule: '', says: /x/, url, code: 'ECONNRESET', message: 'read ECONNRESET' });
  assert.match(diagnose(evidence)[0]?.cause ?? '', /it may expect "https"/);
  const [lost] = diagnose({ ...evidence, hasRun: true });
  assert.equal(lost?.cause, '127.0.0.1:4000 closed the connection without a response.');
  assert.deepEqual(
    lost.remedies.map(({ cure }) => cure?.kind),
    [undefined],
  );
});

test('a diagnosis is found in every fault that was made from it', () => {
  const found = diagnose(setup('hello\nthe moon is full'));
  const fault = new DiagnosedFault(serverExited('withCode', '1', { hint: 'Look.', data: { exitCode: 1 } }), found);
  assert.equal(diagnosesOf(gaveUp(fault, 3)), found);
  assert.deepEqual(diagnosesOf(new Error('x')), []);
  assert.deepEqual(fault.toShape(), {
    code: 'server/exited',
    message: 'The server exited with code 1',
    hint: 'Look.',
    data: { exitCode: 1 },
  });
});

const credentials: Readonly<Record<string, string>> = {
  'Error: No API key provided': 'The server needs the credential API key, which it was not given.',
  'A GitHub token is required': 'The server needs the credential GitHub token, which it was not given.',
  'missing credentials for the service': 'The server needs credentials that it was not given.',
};

for (const [line, cause] of Object.entries(credentials))
  test(`a credential that is missing without a name is told as such: ${line}`, () => {
    assert.equal(diagnose(setup(line))[0]?.cause, cause);
  });

for (const [launch, changes] of [
  [
    { command: 'node', args: ['srv/index.js', '--quiet'], cwd: '/w' },
    [
      { path: ['cwd'], value: '/w/srv' },
      { path: ['args', 0], value: '/w/srv/index.js' },
    ],
  ],
  [
    { command: 'uv', args: ['--directory', '/w', 'run', 'srv/index.js'], cwd: '/w' },
    [
      { path: ['args', 1], value: '/w/srv' },
      { path: ['args', 3], value: '/w/srv/index.js' },
    ],
  ],
] as const)
  test(`a server that is started in another folder still finds its script: ${launch.command}`, () => {
    const stderr = "Error: ENOENT: no such file or directory, open 'data/a.json'\n    at /w/srv/index.js:1:1";
    const files = ['/w/', '/w/srv/', '/w/srv/index.js', '/w/srv/data/a.json'];
    const found = diagnose(evidenceOf({ name: '', rule: '', says: /x/, launch, stderr, exit: 1, files }));
    assert.deepEqual(found[0]?.remedies[0]?.cure, { kind: 'edit', changes });
  });

test('a folder that a server names for removal is taken only as it stands, without a way around', () => {
  const removed = (folder: string): string =>
    JSON.stringify(
      diagnose(
        evidenceOf({
          name: 'npx',
          launch: { command: 'npx', args: ['-y', 'some-mcp'] },
          stderr: `npm error code ENOTEMPTY\nnpm error path ${folder}/node_modules/x\n`,
          exit: 1,
          rule: '',
          says: /./,
        }),
      ).flatMap(({ remedies }) => remedies),
    );
  assert.ok(removed('/home/ada/.npm/_npx/0123abcd').includes('/home/ada/.npm/_npx/0123abcd'));
  assert.ok(!removed('/home/ada/../../etc/_npx/0123abcd').includes('etc'));
});
