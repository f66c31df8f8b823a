import assert from 'node:assert/strict';
import { test } from 'node:test';
import { debugWay, debuggerPorts, nodeLaunch, pythonLaunch } from '../../../src/core/servers/model/debugLaunch.ts';
import type { StdioLaunch } from '../../../src/core/servers/model/launch.ts';
import { entryOf } from '../config/support.ts';

const stdio = (command: string, ...args: string[]): StdioLaunch => ({ kind: 'stdio', command, args, env: {} });
const nodeArgs = (launch: StdioLaunch): readonly string[] => (nodeLaunch(launch, () => {}) as StdioLaunch).args;

test('Node gets a port of its own before the script, in place of one that is there', () => {
  const brk = '--inspect-brk=127.0.0.1:0';
  assert.deepEqual(nodeArgs(stdio('node', '--import', 'tsx', 's.ts')), [brk, '--import', 'tsx', 's.ts']);
  assert.deepEqual(nodeArgs(stdio('C:\\x\\node.exe', '--inspect', 's.js')), [brk, 's.js']);
  assert.deepEqual(nodeArgs(stdio('/usr/bin/node22', '--inspector', 's.js')), [brk, '--inspector', 's.js']);
});

test('a program that runs Node in the end gets it by the environment, beside what is there', () => {
  const launch = { ...stdio('npx', 'tsx', 's.ts'), env: { NODE_OPTIONS: '--no-warnings' } };
  const { args, env } = nodeLaunch(launch, () => {}) as StdioLaunch;
  assert.deepEqual(args, launch.args);
  assert.equal(env['NODE_OPTIONS'], '--no-warnings --inspect-brk=127.0.0.1:0');
});

test('Python runs the script by debugpy, with its own flags before', () => {
  const args = (...given: string[]) => (pythonLaunch(stdio('python3', ...given), 4711) as StdioLaunch).args.join(' ');
  const debugpy = '-Xfrozen_modules=off -m debugpy --listen 127.0.0.1:4711 --wait-for-client';
  assert.equal(args('s.py', '-u'), `${debugpy} s.py -u`);
  assert.equal(args('-u', '-m', 'notes'), `-u ${debugpy} -m notes`);
});

test('the ports are those that Node prints, one for each process', () => {
  const line = (port: number) =>
    `Debugger listening on ws://127.0.0.1:${port}/0f2c\nFor help, see: https://nodejs.org\n`;
  assert.deepEqual(debuggerPorts(line(1) + line(2)), [1, 2]);
  assert.deepEqual(debuggerPorts('log: Debugger listening on ws://10.0.0.1:5/x'), []);
});

test('how a server is debugged follows from its program, and from what its entry says', () => {
  const kind = (body: object) => debugWay(entryOf({ ...body })).kind;
  assert.equal(kind({ command: 'node' }), 'node');
  assert.equal(kind({ command: 'npx', args: ['tsx', 's.ts'] }), 'node');
  assert.equal(kind({ command: './run.sh', dev: { debug: { type: 'node' } } }), 'node');
  assert.equal(kind({ command: '.venv/bin/python3.12' }), 'python');
  assert.equal(kind({ command: 'uv', dev: { debug: { type: 'debugpy' } } }), 'none');
  assert.equal(kind({ command: 'cargo', args: ['run'] }), 'none');
  assert.equal(kind({ command: 'cargo', dev: { debug: { type: 'lldb', attach: {} } } }), 'attach');
  assert.equal(kind({ type: 'http', url: 'http://127.0.0.1:1/mcp' }), 'none');
});
