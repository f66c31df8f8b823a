import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { readCommandLine } from '../../../src/cli/support/commandLine.ts';
import { withHelp } from '../../../src/cli/support/flagTable.ts';
import { helpText } from '../../../src/cli/support/helpText.ts';
import { UsageError } from '../../../src/cli/support/usageError.ts';
import { defineVerb } from '../../../src/cli/support/verb.ts';
import type { VerbTable } from '../../../src/cli/support/verbTable.ts';
import { verbNamed, verbs } from '../../../src/cli/verbs.ts';
import { assertSection } from '../../support/docSection.ts';

const table = {
  name: 'paint',
  operands: [{ name: 'WALL', what: 'a wall' }],
  takesCommand: true,
  flags: {
    color: { type: 'choice', value: 'C', values: ['red', 'blue'], default: 'red', meaning: 'its color' },
    coats: { type: 'integer', value: 'N', range: { min: 1, max: 9 }, otherwise: 'as many as needed', meaning: 'coats' },
    brush: { type: 'text', value: 'FILE', many: true, meaning: 'a brush' },
    dry: { type: 'switch', meaning: 'do nothing' },
  },
  examples: ['switchboard paint north'],
  exit: { failed: 'it rains' },
} as const satisfies VerbTable;

test('flags are read by their table: types, defaults, repetition, and a command after --', () => {
  const none = readCommandLine(table, ['north']);
  assert.ok(none !== 'help');
  assert.deepEqual(none.flags, { color: 'red', coats: undefined, brush: undefined, dry: false });
  const line = readCommandLine(table, [
    '--coats=2',
    'north',
    '--brush',
    'a',
    '--brush',
    'b',
    '--dry',
    '--',
    'x',
    '--dry',
  ]);
  assert.ok(line !== 'help');
  assert.deepEqual(line.flags, { color: 'red', coats: 2, brush: ['a', 'b'], dry: true });
  assert.deepEqual([line.operands, line.command], [['north'], ['x', '--dry']]);
});

for (const [args, sentence] of [
  [[], 'Specify a wall. Run switchboard paint --help for usage.'],
  [['north', 'south'], 'Specify a wall. Run switchboard paint --help for usage.'],
  [['north', '--color', 'green'], '--color cannot be "green". Use red or blue.'],
  [['north', '--coats', '10'], '--coats must be an integer from 1 to 9, not "10".'],
  [['north', '--coats', 'two'], '--coats must be an integer from 1 to 9, not "two".'],
  [['north', '--gloss'], "Unknown option '--gloss'. Run switchboard paint --help for usage."],
] as const) {
  test(`${['paint', ...args].join(' ')} is refused in one sentence`, () => {
    assert.throws(
      () => readCommandLine(table, args),
      (error) => error instanceof UsageError && error.message === sentence,
    );
  });
}

test('--help prints what the table says, even where the rest is wrong', async () => {
  const stdout = new PassThrough();
  const io = {
    stdin: new PassThrough(),
    stdout,
    stderr: stdout,
    env: {},
    cwd: '/',
    stop: new AbortController().signal,
  };
  const verb = defineVerb(table, () => assert.fail('it ran'));
  assert.equal(await verb.run(['--help', '--color', 'green'], io), 0);
  stdout.end();
  assert.equal(
    await text(stdout),
    `Usage: switchboard paint WALL [flags]

  --color C       its color: red or blue (red)
  --coats N       coats, 1 to 9 (as many as needed)
  --brush FILE    a brush; can be repeated
  --dry           do nothing
  --help          show this help

Examples:
  switchboard paint north

Exit code: 0 if done, 1 if it rains, 2 if it could not be tried.
`,
  );
});

async function allTables(): Promise<readonly VerbTable[]> {
  return Promise.all(Object.values(verbs).map(async ({ load }) => (await load()).table));
}

test('each verb calls itself by the name that it is listed under', async () => {
  assert.deepEqual(
    (await allTables()).map(({ name }) => name),
    Object.keys(verbs),
  );
});

test('docs/cli.md says what help says', async () => {
  const parts = (await allTables()).map(
    (one) => `## ${one.name}\n\n${verbs[one.name]?.summary}.\n\n\`\`\`text\n${helpText(one)}\n\`\`\``,
  );
  assertSection('docs/cli.md', 'commands', parts.join('\n\n'));
});

async function script(shell: string): Promise<string> {
  const stdout = new PassThrough();
  const io = {
    stdin: new PassThrough(),
    stdout,
    stderr: stdout,
    env: {},
    cwd: '/',
    stop: new AbortController().signal,
  };
  assert.equal(await (await verbNamed('completion')?.load())?.run([shell], io), 0);
  stdout.end();
  return text(stdout);
}

const windows = process.platform === 'win32' && 'no bash';

test('bash completes commands, flags, and what a flag or an argument may be', { skip: windows }, async () => {
  const source = await script('bash');
  const complete = (...words: string[]): string[] => {
    const state = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
    const code = `${source}\n${state}; _switchboard; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', code], { encoding: 'utf8' }).trim().split(' ');
  };
  assert.deepEqual(complete('switchboard', 'ga'), ['gateway']);
  assert.deepEqual(complete('switchboard', 'serve', '--pro'), ['--profile']);
  assert.deepEqual(complete('switchboard', 'serve', '--profile', 't'), ['tmkb', 'tairseach']);
  assert.deepEqual(complete('switchboard', 'knowledge', 'q'), ['query']);
  assert.deepEqual(complete('switchboard', 'completion', ''), ['bash', 'zsh', 'fish', 'powershell', '--help']);
  assert.deepEqual(complete('switchboard', 'help', 'rep'), ['replay']);
  assert.deepEqual(complete('switchboard', 'call', '--config', ''), [''], 'bash goes on with files');
});

for (const [shell, flagOf] of [
  ['zsh', (name: string, type?: string) => (type === 'switch' ? `--${name}[` : `--${name}=[`)],
  ['fish', (name: string) => ` -l ${name} `],
] as const) {
  test(`the script for ${shell} knows every command with every flag`, async () => {
    const lines = (await script(shell)).split('\n');
    for (const { name, flags } of await allTables()) {
      assert.ok(
        lines.some((line) => line.includes(name) && line.includes(verbs[name]?.summary ?? '?')),
        name,
      );
      const own = lines.filter((line) => line.includes(shell === 'zsh' ? `    ${name}) ` : `verb ${name}'`)).join('\n');
      for (const [flag, { type }] of withHelp(flags)) assert.ok(own.includes(flagOf(flag, type)), `${name} --${flag}`);
    }
  });
}

test('the script for PowerShell knows every command with every flag, and what a flag may be', async () => {
  const source = await script('powershell');
  const rows = new Map(
    [...source.matchAll(/^ {2}'([^']*)' = @\((.*)\)$/gm)].map(([, key = '', row = '']) => [key, row]),
  );
  const wordsOf = (key: string): readonly string[] =>
    (rows.get(key) ?? '').split(', ').map((word) => word.slice(1, -1));
  assert.deepEqual(wordsOf(''), [...Object.keys(verbs), 'help', '--help', '--version']);
  for (const { name, flags } of await allTables())
    for (const [flag, { type, values }] of withHelp(flags)) {
      assert.ok(wordsOf(name).includes(`--${flag}`), `${name} --${flag}`);
      assert.equal(rows.has(`${name} --${flag}`), type !== 'switch', 'a switch takes no value');
      if (values) assert.deepEqual(wordsOf(`${name} --${flag}`), values);
    }
  assert.match(source, /Register-ArgumentCompleter -Native -CommandName switchboard/);
});

test('help has examples that are valid command lines, and one vocabulary of exit codes', async () => {
  for (const one of await allTables()) {
    assert.ok(one.examples.length > 0, one.name);
    for (const example of one.examples) {
      const words = example.replace(/ [<>|].*/, '').match(/'[^']*'|\S+/g) ?? [];
      const [program, verb, ...args] = words.map((word) => word.replaceAll("'", ''));
      assert.deepEqual([program, verb], ['switchboard', one.name]);
      readCommandLine(one, args);
    }
    const codes = helpText(one)
      .split('\n')
      .filter((line) => line.startsWith('Exit code: '));
    assert.equal(codes.length, 1, one.name);
    assert.match(codes[0] ?? '', /^Exit code: (0 if done|that of the command), .*2 if .*could not be tried/);
  }
});

test('the script for PowerShell knows every command with every flag and its values', async () => {
  const lines = (await script('powershell')).split('\n');
  for (const { name, flags } of await allTables()) {
    const own = lines.find((line) => line.startsWith(`  '${name}' = `)) ?? '';
    for (const flag of [...Object.keys(flags), 'help']) assert.ok(own.includes(`'--${flag}'`), `${name} --${flag}`);
  }
  assert.ok(lines.includes("  'serve --transport' = @('stdio', 'http')"));
});
