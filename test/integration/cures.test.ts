// Every kind of cure that can be done offline is done, and the server then lists its tools.
import assert from 'node:assert/strict';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import type { Core } from '../../src/core/app/core.ts';
import { diagnosesOf } from '../../src/core/diagnosis/diagnosedFault.ts';
import { answeredCure } from '../../src/core/diagnosis/model/answeredCure.ts';
import type { Cure } from '../../src/core/diagnosis/model/diagnosis.ts';
import { type Subject, open } from '../support/coreFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { projectRoot } from '../support/sources.ts';
import { httpFixture } from './serversHttpFixture.ts';

failOnLeaks();

const fixtures = path.join(projectRoot, 'test/fixtures/bad-servers');
const node = process.execPath;
const picky = path.join(fixtures, 'picky.mjs');
const slow = path.join(fixtures, 'slowStart.mjs');
const wanting = (want: string, ...args: string[]): object => ({ command: node, args: [picky, want, ...args] });

/** Approves and starts the server "moon"; rejects with its fault. */
async function start({ core, ports }: Subject): Promise<void> {
  ports.answer = 'Approve';
  await core.approve('moon');
  ports.answer = 'value';
  await core.server('moon').start();
}

async function faultOf(subject: Subject): Promise<unknown> {
  try {
    await start(subject);
  } catch (error) {
    return error;
  }
  throw new Error('it is not broken');
}

function firstCure(error: unknown, rule: string): Cure {
  const [first] = diagnosesOf(error);
  assert.equal(first?.rule, rule, first?.cause);
  const cure = first.remedies.find((remedy) => remedy.cure)?.cure;
  assert.ok(cure, `${rule} offers a cure`);
  return cure;
}

async function cureAndStart(subject: Subject, rule: string): Promise<void> {
  const { core } = subject;
  await core.cure('moon', firstCure(await faultOf(subject), rule));
  await core.reload();
  await start(subject);
  assert.ok(toolsOf(core) > 0, 'it lists its tools');
}

const toolsOf = (core: Core): number => core.server('moon').tools.value.length;

const entries: readonly (readonly [rule: string, entry: object])[] = [
  ['program/command-line', { command: `${node} ${picky} any` }],
  ['program/not-found', { command: 'node', args: [picky], env: { PATH: '/nowhere' } }],
  ['path/script', { command: node, args: [path.join(fixtures, 'dist', 'picky.mjs')] }],
  ['path/script', { command: node, args: [path.join(fixtures, 'pickyy.mjs')] }],
  ['path/cwd', { command: node, args: [picky], cwd: '/srv/nowhere' }],
  ['variable/missing', wanting('variable')],
  ['variable/placeholder', { ...wanting('variable'), env: { PICKY_KEY: '<your-key>' } }],
  ['program/home', wanting('expanded', '$HOME/x')],
  ['variable/unexpanded', wanting('expanded', '--folder=$PATH')],
  ['argument/unknown', wanting('noOption', '--loud')],
  ['argument/joined', wanting('split', '--port 3000')],
  ['argument/quoted', wanting('unquoted', '"main"')],
  ['argument/unknown', wanting('named', '--readonly')],
  ['argument/unknown', wanting('listed', '--transprot', 'stdio')],
  ['program/quoted', { command: `"${node}"`, args: [picky] }],
  ['program/twice', { command: node, args: ['node', picky] }],
  ['variable/refused', { ...wanting('key'), env: { MOON_TOKEN: 'old' } }],
  ['variable/address', { ...wanting('address'), env: { MOON_URL: 'moon.example' } }],
  ['crash/silent', wanting('mode')],
  ['transport/http', wanting('stdioMode', '--http')],
  ['runtime/python-encoding', wanting('utf8')],
  ['runtime/node-permission', wanting('permission', 'x')],
  ['transport/silent', { command: node, args: [slow, '1500'], startupTimeoutMs: 400 }],
];

for (const [rule, entry] of entries) {
  test(`the cure of ${rule} makes the server run: ${JSON.stringify(entry).slice(-60)}`, async () => {
    await using subject = await open({ servers: { moon: entry } });
    await cureAndStart(subject, rule);
  });
}

/** What only the user knows, and what the user enters or chooses. */
const asked: readonly (readonly [rule: string, entry: object, answer: string])[] = [
  ['variable/value', { ...wanting('region'), env: { MOON_REGION: 'land' } }, 'sea'],
  ['argument/invalid', wanting('port', '--port', 'auto'), '8080'],
  ['argument/missing', wanting('argument'), 'tycho'],
  ['path/argument', wanting('file', '/srv/nowhere.json'), picky],
  ['path/argument', wanting('dotenv', '--env=/srv/none.json'), picky],
  ['variable/value', { ...wanting('model'), env: { MODEL: 'full-moon' } }, 'half-moon'],
  ['variable/address', { ...wanting('address'), env: { MOON_URL: 'https://' } }, 'https://moon.example'],
  ['network/service', wanting('service', 'http://127.0.0.1:9/x'), 'http://127.0.0.1:10/x'],
];

for (const [rule, entry, answer] of asked) {
  test(`an answer to the question of ${rule} makes the server run: ${JSON.stringify(entry).slice(-60)}`, async () => {
    await using subject = await open({ servers: { moon: entry } });
    const cure = firstCure(await faultOf(subject), rule);
    assert.equal(cure.kind, 'ask');
    await subject.core.cure('moon', answeredCure(cure, answer));
    await subject.core.reload();
    await start(subject);
    assert.ok(toolsOf(subject.core) > 0, 'it lists its tools');
  });
}

test('a script that is not executable is run by its interpreter', async () => {
  await using subject = await open({ servers: {} });
  const script = path.join(subject.ports.folder, 'moon.mjs');
  writeFileSync(script, `import ${JSON.stringify(picky)};`);
  chmodSync(script, 0o644);
  subject.ports.edit('.vscode/mcp.json', JSON.stringify({ servers: { moon: { command: script } } }));
  await subject.core.reload();
  await cureAndStart(subject, 'permission/not-executable');
});

test('a script for an interpreter that is not there is run by the one that is', async () => {
  await using subject = await open({ servers: {} });
  mkdirSync(path.join(subject.ports.folder, 'bin'));
  const script = path.join(subject.ports.folder, 'bin/moon');
  writeFileSync(script, `#!/opt/none/node18\nimport(${JSON.stringify(picky)});\n`);
  chmodSync(script, 0o755);
  subject.ports.edit('.vscode/mcp.json', JSON.stringify({ servers: { moon: { command: script } } }));
  await subject.core.reload();
  await cureAndStart(subject, 'program/interpreter');
});

const remotes: readonly (readonly [rule: string, change: (url: string) => object])[] = [
  ['http/404', (url) => ({ type: 'http', url: url.replace('/mcp', '/') })],
  ['network/not-tls', (url) => ({ type: 'http', url: url.replace('http:', 'https:') })],
  ['http/401', (url) => ({ type: 'http', url, headers: { Authorization: '${input:token}' } })],
  ['http/websocket', (url) => ({ type: 'ws', url: url.replace('http:', 'ws:') })],
];

for (const [rule, change] of remotes) {
  test(`the cure of ${rule} makes the server answer`, async () => {
    await using remote = await httpFixture('legacy', (request) => {
      if (new URL(request.url).pathname !== '/mcp') return new Response('', { status: 404 });
      const given = request.headers.get('authorization');
      return rule === 'http/401' && !given?.startsWith('Bearer ') ? new Response('', { status: 401 }) : undefined;
    });
    const inputs = [{ type: 'promptString', id: 'token', password: true }];
    await using subject = await open({ inputs, servers: { moon: change(remote.url) } });
    await cureAndStart(subject, rule);
  });
}

test('a cure for an entry that has changed meanwhile is refused, and made anew for the new one', async () => {
  await using subject = await open({ servers: { moon: wanting('noOption', '--loud') } });
  const cure = firstCure(await faultOf(subject), 'argument/unknown');
  const file = path.join(subject.ports.folder, '.vscode/mcp.json');
  copyFileSync(file, `${file}.old`);
  writeFileSync(file, JSON.stringify({ servers: { moon: { ...wanting('noOption', '--loud'), env: { A: 'b' } } } }));
  await assert.rejects(subject.core.cure('moon', cure), { code: 'config/write-failed' });
  await subject.core.reload();
  await cureAndStart(subject, 'argument/unknown');
  assert.match(readFileSync(file, 'utf8'), /"A": ?"b"/);
});
