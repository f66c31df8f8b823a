// The forms in which programs print the same cause, one line each.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../../src/core/diagnosis/diagnose.ts';
import { evidenceOf } from './corpus/setup.ts';

const forms: readonly (readonly [rule: string, stderr: string, says: RegExp])[] = [
  ['variable/missing', 'error: Environment variable not found: DATABASE_URL.', /DATABASE_URL/],
  ['package/native', "You installed esbuild for another platform than the one you're currently using.", /native/],
  ['variable/refused', 'Failed to connect to DB: acme.example:443. Incorrect username or password', /credential/],
  ['network/service', 'Failed to connect to Blender: [Errno 111] Connection refused', /reach Blender, which/],
  ['argument/missing', 'Required argument missing for command: serve', /serve/],
  ['argument/unknown', '/srv/s: bad option: -loud', /-loud/],
  ['argument/unknown', "getopt: invalid option -- 'x'", /"x"/],
  ['container/daemon', 'failed to connect to the docker API at unix:///run/docker.sock', /not running/],
  ['container/daemon', 'Cannot connect to Podman. Please verify your connection', /not running/],
  ['container/image', 'docker: failed to resolve reference "docker.io/mcp/x:9": not found', /docker\.io\/mcp\/x:9/],
  ['container/image', 'Error response from daemon: manifest unknown', /image/],
  ['container/image', 'Error: initializing source docker://mcp/x:latest: reading manifest', /mcp\/x:latest/],
  ['container/mount', 'docker: invalid mount config for type "bind": /srv/gone', /\/srv\/gone/],
  ['container/mount', 'docker: Mounts denied:\nThe path /srv/gone is not shared from the host', /\/srv\/gone/],
  ['container/mount', 'Error: statfs /srv/gone: no such file or directory', /\/srv\/gone/],
  ['container/reference', "docker: 'runn' is not a docker command.", /runn/],
  ['crash/memory', 'Exception in thread "main" java.lang.OutOfMemoryError: Java heap space', /memory/],
  ['crash/memory', 'fatal error: runtime: out of memory', /memory/],
  ['crash/memory', "terminate called after throwing an instance of 'std::bad_alloc'", /memory/],
  ['crash/memory', 'memory allocation of 8589934592 bytes failed', /memory/],
  ['crash/uncaught', 'panic: boom\n\ngoroutine 1 [running]:\nmain.main()\n\t/srv/main.go:7 +0x1d', /main\.go, line 7/],
  ['framing/prompt', 'Press any key to continue', /Press any key/],
  ['network/proxy', 'error: 407 Proxy Authentication Required', /407/],
  ['network/proxy', 'Proxy connection failed: refused by 10.0.0.1', /Proxy connection failed/],
  ['network/proxy', 'Failed to connect to proxy 10.0.0.1:3128', /10\.0\.0\.1/],
  [
    'network/service',
    "HTTPSConnectionPool(host='api.example.com', port=443): Max retries exceeded",
    /api\.example\.com/,
  ],
  ['network/service', 'MongoServerSelectionError: could not connect to db.example.com:27017', /db\.example\.com/],
  ['package/compile', 'gyp ERR! find Python You need to install the latest version', /gyp ERR!/],
  ['package/compile', 'error: linker `cc` not found', /linker/],
  ['package/native', 'Error: Could not locate the bindings file. Tried:', /native module/],
  ['package/shared-library', 'dyld[1]: Library not loaded: @rpath/libfoo.dylib', /libfoo\.dylib/],
  ['package/cache-broken', 'npm warn tar TAR_ENTRY_ERROR ENOENT', /TAR_ENTRY_ERROR/],
  ['package/other-program', 'error: executable `x` not found in package `y`', /"y".*"x"/],
  ['package/registry', 'npm error code ETIMEDOUT', /ETIMEDOUT/],
  [
    'package/registry',
    'WARNING: Retrying (Retry(total=4)) after https://pypi.example.org/simple/x',
    /pypi\.example\.org/,
  ],
  ['package/registry', ' ERR_PNPM_META_FETCH_FAIL  GET https://registry.example.org/x: request failed', /example\.org/],
  ['package/denied', 'npm http fetch 403 Forbidden - GET https://npm.example.org/x', /403/],
  ['package/version', 'ERROR: Could not find a version that satisfies the requirement x==9.9', /x==9\.9/],
  ['path/argument', "Error: ENOTDIR: not a directory, scandir '/srv/a.txt'", /\/srv\/a\.txt/],
  ['path/argument', "FileNotFoundError: [Errno 2] No such file or directory: '/srv/a.json'", /\/srv\/a\.json/],
  ['path/argument', 'open /srv/a.yaml: no such file or directory', /\/srv\/a\.yaml/],
  ['path/script', 'error: Module not found "./serve.ts"', /serve\.ts/],
  ['path/script', 'stat main.go: no such file or directory', /main\.go/],
  ['path/script', 'The provided file path does not exist: /srv/app.csproj.', /app\.csproj/],
  ['path/script', 'error: manifest path `/srv/Cargo.toml` does not exist', /Cargo\.toml/],
  ['path/script', "sh: 0: cannot open '/srv/start.sh': No such file", /start\.sh/],
  ['path/script', 'error: project directory `/srv/app` does not exist', /\/srv\/app/],
  ['permission/denied', 'open /etc/secret: permission denied', /\/etc\/secret/],
  ['permission/denied', 'cat: /etc/secret: Permission denied', /\/etc\/secret/],
  ['permission/denied', "System.UnauthorizedAccessException: Access to the path '/srv/x' is denied.", /\/srv\/x/],
  ['permission/port', 'listen tcp :443: bind: permission denied', /Port 443/],
  ['permission/line-endings', 'start.sh: 2: foo\r: not found', /line endings/],
  ['port/in-use', 'EADDRINUSE: Failed to start server. Is port :3000 in use?', /Port 3000/],
  ['port/in-use', 'bind: Address already in use (0.0.0.0:9000)', /Port 9000/],
  ['port/in-use', 'Port 8080 is already in use', /Port 8080/],
  ['port/in-use', 'OSError: [Errno 48] cannot listen on port 5000', /Port 5000/],
  ['port/in-use', 'error: Address already in use', /used by another process/],
  ['program/called', 'jq: command not found', /"jq"/],
  ['program/called', 'zsh: command not found: jq', /"jq"/],
  ['runtime/architecture', 'bash: ./s: cannot execute binary file', /another system/],
  ['runtime/architecture', 'exec /usr/local/bin/x: exec format error', /another system/],
  ['runtime/architecture', 'sh: Bad CPU type in executable', /another system/],
  ['runtime/module-system', "SyntaxError: Unexpected token 'export'", /ES modules/],
  ['runtime/module-system', 'ReferenceError: exports is not defined in ES module scope', /exports/],
  ['runtime/module-system', 'Error [ERR_REQUIRE_ASYNC_MODULE]', /ERR_REQUIRE_ASYNC_MODULE/],
  ['runtime/export', 'Error: Missing "./x" specifier in "zod" package', /zod/],
  ['runtime/dotnet', 'You must install or update .NET to run this application.', /\.NET/],
  ['runtime/dotnet', 'A compatible .NET SDK was not found.\n\nRequested SDK version: 9.0.100', /9\.0\.100/],
  ['runtime/dotnet', 'error NETSDK1045: The current .NET SDK does not support targeting .NET 9.0.', /9\.0/],
  ['runtime/python-old', 'Link requires a newer one: Requires-Python >=3.11', />=3\.11/],
  ['runtime/python-old', 'This package requires Python 3.12+', /3\.12\+/],
  ['runtime/python-old', "ImportError: cannot import name 'Self' from 'typing'", /Python 3\.11 or newer/],
  [
    'runtime/python-old',
    '  File "/s.py", line 3\n    match x:\n          ^\nSyntaxError: invalid syntax',
    /Python 3\.10 or newer/,
  ],
  ['variable/refused', 'The token has expired', /credential/],
];

for (const [rule, stderr, says] of forms) {
  test(`${rule}: ${stderr.slice(0, 60).replaceAll(/\s+/g, ' ')}`, () => {
    const [first] = diagnose(evidenceOf({ name: '', rule, says, launch: { command: '/srv/s' }, stderr, exit: 1 }));
    assert.equal(first?.rule, rule, first?.cause);
    assert.match(first.cause, says);
  });
}

test('TypeScript that is run as JavaScript is known by its first word too', () => {
  const stderr = "SyntaxError: Unexpected identifier 'interface'";
  const setup = { name: '', rule: '', says: /x/, launch: { args: ['/srv/s.ts'] }, stderr, exit: 1 };
  assert.equal(diagnose(evidenceOf(setup))[0]?.rule, 'runtime/typescript');
});
