import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../../src/core/ports/ports.ts';
import { Approvals } from '../../../src/core/trust/approval/approvals.ts';
import { describeChange } from '../../../src/core/trust/approval/launchChanges.ts';
import { readLaunchContext } from '../../../src/core/trust/approval/launchContext.ts';
import { requestApproval } from '../../../src/core/trust/approval/requestApproval.ts';
import { launchRisks } from '../../../src/core/trust/approval/risks.ts';
import { FakeStore } from '../../support/fakeStore.ts';
import { FakeAsk, FakeFiles, FakeWorkspace, entryOf, folder } from '../config/support.ts';

type Body = Readonly<Record<string, unknown>>;

function fixture(files: Readonly<Record<string, string>> = {}) {
  const store = new FakeStore();
  const workspace = new FakeWorkspace();
  const ports = {
    files: new FakeFiles(),
    workspace,
    paths: { folders: [folder], userHome: '/home/u', pathSeparator: '/' },
  };
  for (const [name, text] of Object.entries(files)) ports.files.texts.set(`/work/app/${name}`, text);
  const approvals = new Approvals({ store, workspace, clock: systemClock, policy: () => ({ access: 'all' }) });
  const context = (body: Body) => readLaunchContext(entryOf(body), ports);
  return {
    ...ports,
    approvals,
    approve: async (body: Body) => approvals.approve(entryOf(body), await context(body)),
    state: async (body: Body) => approvals.state(entryOf(body), await context(body)),
    risks: async (body: Body) => launchRisks(entryOf(body), await context(body)),
    dialog: async (body: Body) => {
      const ask = new FakeAsk();
      await requestApproval(entryOf(body), await context(body), approvals, ask);
      return ask.choices[0]?.detail ?? '';
    },
  };
}

const npx = { command: 'npx', args: ['-y', 'pkg@1.0.0'] };

/** A file that a repository adds or changes after the approval of an entry that stays as it is. */
const attacks: readonly (readonly [string, Body, string, string])[] = [
  ['.npmrc with node-options', npx, '.npmrc', 'node-options=--require ./evil.js\n'],
  ['.npmrc with another registry', npx, '.npmrc', 'registry=https://evil.example\n'],
  ['.npmrc beside the working folder', { ...npx, cwd: 'tools' }, 'tools/.npmrc', 'script-shell=./evil\n'],
  ['.npmrc above the working folder', { ...npx, cwd: 'tools/deep' }, '.npmrc', 'node-options=-r ./evil.js\n'],
  ['.npmrc for npx behind cmd', { command: 'cmd', args: ['/c', 'npx', 'pkg@1.0.0'] }, '.npmrc', 'git=./evil\n'],
  ['.npmrc for npx in a shell', { command: 'sh', args: ['-c', 'exec npx pkg@1.0.0'] }, '.npmrc', 'git=./evil\n'],
  ['.npmrc where --prefix leads', { command: 'npm', args: ['--prefix', 'sub', 'start'] }, 'sub/.npmrc', 'git=./x\n'],
  ['.npmrc where --prefix= leads', { command: 'npm', args: ['--prefix=sub', 'start'] }, 'sub/.npmrc', 'git=./x\n'],
  ['.npmrc in a folder with =', { command: 'npm', args: ['--prefix=a=b', 'start'] }, 'a=b/.npmrc', 'git=./x\n'],
  [
    '.npmrc in a folder named by a variable',
    { command: 'npm', args: ['--prefix', '${workspaceFolder}/sub', 'start'] },
    'sub/.npmrc',
    'git=./x\n',
  ],
  ['.npmrc above a folder that begins with dots', { ...npx, cwd: '..tools' }, '.npmrc', 'script-shell=./evil\n'],
  ['.yarnrc.yml with yarnPath', { command: 'yarn', args: ['dlx', 'x'] }, '.yarnrc.yml', 'yarnPath: ./evil.cjs\n'],
  ['a hook of pnpm', { command: 'pnpm', args: ['dlx', 'x@1.0.0'] }, '.pnpmfile.cjs', 'evil()'],
  ['a preload of bun', { command: 'bunx', args: ['x@1.0.0'] }, 'bunfig.toml', 'preload = ["./evil.ts"]\n'],
  ['an index of uv', { command: 'uvx', args: ['x==1.0'] }, 'uv.toml', 'index-url = "https://evil.example"\n'],
  [
    'an index in pyproject.toml',
    { command: 'uv', args: ['run', 'x'] },
    'pyproject.toml',
    '[project]\nname = "x"\n\n[[tool.uv.index]]\nurl = "https://evil.example"\n',
  ],
  [
    'a wrapper for cargo',
    { command: 'cargo', args: ['run'] },
    '.cargo/config.toml',
    '[build]\nrustc-wrapper = "./x"\n',
  ],
  ['a makefile', { command: 'make', args: ['serve'] }, 'Makefile', 'serve:\n\t./evil\n'],
  ['a compose file', { command: 'docker', args: ['compose', 'run', 'x'] }, 'compose.yaml', 'services: {}\n'],
  ['a script', { command: 'npm', args: ['run', 'serve'] }, 'package.json', '{"scripts":{"serve":"./evil"}}'],
  ['a script before it', { command: 'npm', args: ['start'] }, 'package.json', '{"scripts":{"prestart":"./evil"}}'],
  ['a script of yarn', { command: 'yarn', args: ['serve'] }, 'package.json', '{"scripts":{"serve":"./evil"}}'],
  ['a copy of the package', npx, 'node_modules/pkg/package.json', '{"version":"1.0.0"}'],
  ['a program of that name', npx, 'node_modules/.bin/pkg', '#!/bin/sh\n./evil\n'],
  [
    'a copy of a scoped package',
    { command: 'npx', args: ['--package=@a/b@1.0.0', 'run-b'] },
    'node_modules/@a/b/package.json',
    '{"version":"1.0.0"}',
  ],
];
for (const [what, body, file, text] of attacks) {
  test(`an approval does not hold for what came beside the command later: ${what}`, async () => {
    const subject = fixture();
    await subject.approve(body);
    assert.equal((await subject.state(body)).kind, 'approved');
    subject.files.texts.set(`/work/app/${file}`, text);
    const added = await subject.state(body);
    assert.deepEqual(added.kind === 'changed' ? added.changes.map(describeChange) : added.kind, [
      `File that decides what runs: added ${file}`,
    ]);
    await subject.approve(body);
    assert.equal((await subject.state(body)).kind, 'approved');
    subject.files.texts.set(`/work/app/${file}`, text.replace('evil', 'worse').replace('1.0.0"', '1.0.0","x":1'));
    if (text.includes('evil') || text.includes('1.0.0"')) assert.equal((await subject.state(body)).kind, 'changed');
  });

  test(`the dialog names what lies beside the command, and why it matters: ${what}`, async () => {
    const detail = await fixture({ [file]: text }).dialog(body);
    assert.match(detail, new RegExp(`Warning:\n(?:.*\n)*? {2}• .*${file.replaceAll('.', '\\.')}`));
    assert.match(detail, new RegExp(`Files that decide what runs:\n(?:.*\n)* {4}${file.replaceAll('.', '\\.')}`));
  });
}

test('code that is loaded is a danger, an ordinary setting is not', async () => {
  const severity = async (text: string): Promise<string | undefined> =>
    (await fixture({ '.npmrc': text }).risks(npx)).find(({ subject }) => subject === '.npmrc')?.severity;
  assert.equal(await severity('node-options=--require ./evil.js'), 'danger');
  assert.equal(await severity(' NODE-OPTIONS = --require ./evil.js'), 'danger');
  assert.equal(await severity('a=1\r\nscript-shell=./evil'), 'danger');
  assert.equal(await severity('registry=https://npm.example'), 'caution');
  assert.equal(await severity('save-exact=true'), 'note');
  assert.equal(await severity('# node-options=x'), 'note');
});

test('a script is shown as it will run', async () => {
  const scripts = { serve: 'node x.js', preserve: 'echo "before\u200b"', other: 'y' };
  const files = { 'package.json': JSON.stringify({ scripts }) };
  const detail = await fixture(files).dialog({ command: 'npm', args: ['run', '--silent', 'serve'] });
  assert.ok(detail.includes('It runs a script of package.json: serve = node x.js'), detail);
  assert.ok(detail.includes('preserve = echo "before[U+200B]"'), detail);
});

test('a folder with invisible characters in its name is written out', async () => {
  const body = { ...npx, cwd: 'a\u202e' };
  for (const text of ['x=1', 'registry=x', 'git=x']) {
    const detail = await fixture({ 'a\u202e/.npmrc': text }).dialog(body);
    assert.ok(!detail.includes('\u202e'), detail);
    assert.ok(detail.includes('a[U+202E]/.npmrc in this workspace'), detail);
  }
});

test('no secret of such a file is shown or remembered', async () => {
  const token = 'npm_' + 'aB3dE5gH7j'.repeat(4);
  const subject = fixture({ '.npmrc': `registry=https://u:${token}@x.example\n//x/:_authToken=${token}\n` });
  assert.ok(!(await subject.dialog(npx)).includes(token.slice(8)));
});

test('a program that does not read these files is not bound to them', async () => {
  const files = {
    '.npmrc': 'node-options=x',
    'package.json': '{"scripts":{"x":"y"}}',
    'uv.toml': 'index-url = "x"',
    Makefile: 'x:',
    'node_modules/pkg/package.json': '{}',
    'pyproject.toml': '[tool.uv]\nindex-url = "x"',
  };
  const subject = fixture(files);
  for (const body of [{ command: 'node', args: ['x.js'] }, { command: './server' }, { url: 'https://x/mcp' }])
    assert.ok(!('deciding' in (await readLaunchContext(entryOf(body), subject))), JSON.stringify(body));
  for (const body of [
    { command: 'npm', args: ['run', 'other'] },
    { command: 'uv', args: ['run', 'x'] },
  ])
    assert.ok(
      !JSON.stringify(await readLaunchContext(entryOf(body), subject)).includes('Makefile'),
      JSON.stringify(body),
    );
});

test('a project file without settings for the runner is not bound', async () => {
  const subject = fixture({ 'pyproject.toml': '[project]\nname = "x"\n', 'package.json': '{"name":"x"}' });
  for (const body of [
    { command: 'uv', args: ['run', 'x'] },
    { command: 'npm', args: ['run', 'x'] },
  ])
    assert.deepEqual(await readLaunchContext(entryOf(body), subject), {});
});

test('scripts that the command does not name are not said, and those of an installation only where it installs', async () => {
  const files = { 'package.json': '{"scripts":{"postinstall":"./evil","other":"x"}}' };
  const shown = async (...args: readonly string[]): Promise<readonly string[]> =>
    (await fixture(files).risks({ command: 'npm', args })).map(({ message }) => message);
  assert.deepEqual(await shown('run', 'serve'), []);
  assert.deepEqual(await shown('ci'), ['It runs a script of package.json: postinstall = ./evil']);
  for (const text of ['null', '[]', '5', '{"scripts":5}'])
    assert.deepEqual(await fixture({ 'package.json': text }).risks({ command: 'npm', args: ['start'] }), [], text);
});

test('a program of a scoped package is looked for under its own name', async () => {
  const body = { command: 'npx', args: ['@a/b@1.0.0'] };
  for (const bin of ['node_modules/.bin/b', 'node_modules/.bin/b.cmd'])
    assert.deepEqual(
      (await fixture({ [bin]: 'x' }).risks(body)).map(({ code, subject }) => [code, subject]),
      [['local-copy', bin]],
    );
});

test('a file that cannot be read counts as there, and a broken package.json is no failure', async () => {
  const subject = fixture({ 'package.json': '{' });
  subject.files.broken.set('/work/app/.npmrc', new Error('EACCES'));
  const found = await subject.risks({ command: 'npm', args: ['run', 'x'] });
  assert.deepEqual(
    found.map(({ code, subject: file }) => [code, file]),
    [['workspace-settings', '.npmrc']],
  );
});

test('a name that leaves the folder of packages is not looked up', async () => {
  const subject = fixture();
  const before = subject.files.reads;
  await subject.state({ command: 'npx', args: ['../../../etc/x'] });
  const names = subject.files.reads - before;
  await subject.state({ command: 'npx', args: ['--version'] });
  assert.equal(subject.files.reads - before - names, names, 'no more reads than without a package');
});

test('files of the home folder are the own settings of the user', async () => {
  const subject = fixture();
  subject.files.texts.set('/home/u/.npmrc', 'node-options=x');
  const entry = entryOf(npx);
  const { folder: _, ...source } = entry.source;
  assert.deepEqual(await readLaunchContext({ ...entry, source }, subject), {});
});

test('a program that variables decide is said in the dialog', async () => {
  const found = await fixture().risks({ command: '${env:TOOL}' });
  assert.deepEqual(
    found.map(({ code }) => code),
    ['unknown-program'],
  );
});
