import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { commandLine, isNetworkPath, programCandidates } from '../../../src/core/process/commandLine.ts';

const windows = { windows: true, path: path.win32, cwd: 'C:\\work\\app', systemRoot: 'C:\\Windows' };
const searchPath = 'C:\\nodejs;C:\\Users\\me\\bin';

test('on Windows a bare name is looked up in PATH only, never in the current folder', () => {
  assert.deepEqual(programCandidates('npx', { ...windows, searchPath }), [
    'C:\\nodejs\\npx.EXE',
    'C:\\nodejs\\npx.CMD',
    'C:\\nodejs\\npx.BAT',
    'C:\\nodejs\\npx.COM',
    'C:\\Users\\me\\bin\\npx.EXE',
    'C:\\Users\\me\\bin\\npx.CMD',
    'C:\\Users\\me\\bin\\npx.BAT',
    'C:\\Users\\me\\bin\\npx.COM',
  ]);
  assert.deepEqual(programCandidates('npx.cmd', { ...windows, searchPath: 'C:\\nodejs' }), ['C:\\nodejs\\npx.cmd']);
});

test('relative and empty folders of PATH are skipped, except where the entry itself declares them', () => {
  for (const relative of ['.', '', '..\\bin', 'node_modules\\.bin', 'C:bin', '\\bin']) {
    const inherited = programCandidates('npx.exe', { ...windows, searchPath: `${relative};C:\\nodejs` });
    assert.deepEqual(inherited, ['C:\\nodejs\\npx.exe'], relative);
  }
  const posix = { windows: false, path: path.posix, cwd: '/work/app' };
  assert.deepEqual(programCandidates('npx', { ...posix, searchPath: ':.:bin:/usr/bin' }), ['/usr/bin/npx']);
  assert.deepEqual(programCandidates('npx', { ...posix, searchPath: ':.:bin:/usr/bin', declared: true }), [
    '/work/app/npx',
    '/work/app/bin/npx',
    '/usr/bin/npx',
  ]);
});

test('a path is taken from the working folder of the server, whatever PATH says', () => {
  assert.deepEqual(programCandidates('.\\tool.exe', { ...windows, searchPath }), ['C:\\work\\app\\tool.exe']);
  assert.deepEqual(programCandidates('bin/tool', { ...windows, searchPath: '' }).slice(0, 2), [
    'C:\\work\\app\\bin\\tool.EXE',
    'C:\\work\\app\\bin\\tool.CMD',
  ]);
  assert.deepEqual(programCandidates('D:\\x\\tool.exe', { ...windows, searchPath }), ['D:\\x\\tool.exe']);
  assert.deepEqual(programCandidates('./tool', { windows: false, path: path.posix, cwd: '/w', searchPath: '/bin' }), [
    '/w/tool',
  ]);
});

test('an executable is run as it is, with its arguments as a list', () => {
  for (const program of ['C:\\nodejs\\node.exe', 'C:\\x\\y.COM']) {
    assert.deepEqual(commandLine(program, ['a b', '"&calc'], windows), {
      file: program,
      args: ['a b', '"&calc'],
      verbatim: false,
    });
  }
  const posix = { windows: false, systemRoot: '' };
  assert.deepEqual(commandLine('/bin/x.cmd', ['a;b'], posix), { file: '/bin/x.cmd', args: ['a;b'], verbatim: false });
});

/** What `cmd.exe` sees of a batch file's arguments. */
function batch(...args: readonly string[]): string {
  const line = commandLine('C:\\Program Files\\nodejs\\npx.cmd', args, windows);
  assert.equal(line.file, 'C:\\Windows\\System32\\cmd.exe');
  assert.equal(line.verbatim, true);
  assert.deepEqual(line.args.slice(0, 4), ['/e:ON', '/v:OFF', '/d', '/c']);
  const [, , , , text = ''] = line.args;
  const head = '""C:\\Program Files\\nodejs\\npx.cmd"';
  assert.ok(text.startsWith(head) && text.endsWith('"'), text);
  return text.slice(head.length, -1).trimStart();
}

/** CVE-2024-27980 and its relatives: an argument of a batch file that ends its quotes and begins a command. */
const quoted: readonly (readonly [string, string])[] = [
  ['plain-1.0.0', 'plain-1.0.0'],
  ['', '""'],
  ['two words', '"two words"'],
  ['a&calc', '"a&calc"'],
  ['a|b<c>d^e(f)', '"a|b<c>d^e(f)"'],
  ['" & calc & "', '""" & calc & """'],
  ['a"b', '"a""b"'],
  ['\\"', '"\\\\"""'],
  ['a\\\\"&calc', '"a\\\\\\\\""&calc"'],
  ['C:\\dir\\', '"C:\\dir\\\\"'],
  ['%PATH%', '"%%cd:~,%PATH%%cd:~,%"'],
  ['!PATH!', '"!PATH!"'],
  ['a,b;c=d', '"a,b;c=d"'],
  ["it's", '"it\'s"'],
];
for (const [arg, expected] of quoted) {
  test(`a batch file gets ${JSON.stringify(arg)} as one argument and nothing of it as a command`, () => {
    assert.equal(batch(arg), expected);
    // Outside of quotes `cmd` meets no character that means something to it: quotes toggle, and nothing else ends them.
    const outside = expected.split('"').filter((_, at) => at % 2 === 0);
    assert.ok(
      outside.every((text) => /^[\w#$*+\-./:?@\\]*$/.test(text)),
      expected,
    );
  });
}

test('what a batch file cannot be given is refused', () => {
  for (const arg of ['a\nb', 'a\rb', 'a\0b']) assert.throws(() => batch(arg), /line break or a NUL/);
});

test('a batch file in a folder with a percent sign is named by it', () => {
  const { args } = commandLine('C:\\100%x%\\a.cmd', [], windows);
  assert.equal(args.at(-1), '""C:\\100%%cd:~,%x%%cd:~,%\\a.cmd""');
});

test('a path of another host is known, so that nobody looks at it', () => {
  for (const file of ['\\\\evil\\share\\x.exe', '//evil/share/x', '\\\\?\\UNC\\evil\\x', '\\\\.\\pipe\\x'])
    assert.ok(isNetworkPath(file, true), file);
  for (const file of ['C:\\x', 'x\\\\y', '\\x', '']) assert.ok(!isNetworkPath(file, true), file);
  assert.ok(!isNetworkPath('//evil/share', false));
});
