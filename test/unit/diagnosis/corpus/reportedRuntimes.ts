import type { BrokenSetup } from './setup.ts';

/** Other runtimes, certificates and HTTP, as users report them. */
export const reportedRuntimeSetups: readonly BrokenSetup[] = [
  {
    name: 'Spring logs on stdout',
    launch: { command: 'java', args: ['-jar', 'x.jar'] },
    timedOut: true,
    stdout:
      '  .   ____          _            __ _ _\n :: Spring Boot ::                (v3.4.1)\n2026-01-02 INFO 1 --- [main] c.a.Main : Started Main in 2.1 seconds',
    rule: 'framing/text',
    says: /stdout/,
  },
  {
    name: '.NET build output on stdout',
    launch: { command: 'dotnet', args: ['run'] },
    exit: 1,
    stdout:
      "/src/Program.cs(3,1): error CS0103: The name 'x' does not exist in the current context [/src/a.csproj]\n\nThe build failed. Fix the build errors and run again.",
    rule: 'package/compile',
    says: /CS0103|built/,
  },
  {
    name: '.NET no project',
    launch: { command: 'dotnet', args: ['run'] },
    exit: 1,
    stderr:
      "Couldn't find a project to run. Ensure a project exists in /tmp, or pass the path to the project using --project.",
    rule: 'package/target',
    says: /project/,
  },
  {
    name: 'dnx package',
    launch: { command: 'dnx', args: ['Acme.Mcp'] },
    exit: 1,
    stderr: 'Unhandled exception: Acme.Mcp is not found in NuGet feeds https://api.nuget.org/v3/index.json".',
    rule: 'package/unknown',
    says: /Acme\.Mcp/,
  },
  {
    name: 'Ruby gem',
    launch: { command: 'ruby', args: ['s.rb'] },
    exit: 1,
    stderr:
      "<internal:/usr/lib/ruby/rubygems/core_ext/kernel_require.rb>:136:in `require': cannot load such file -- mcp (LoadError)\n\tfrom s.rb:1:in `<main>'",
    rule: 'package/library',
    says: /mcp/,
  },
  {
    name: 'PHP autoload',
    launch: { command: 'php', args: ['s.php'] },
    exit: 255,
    stderr:
      "PHP Fatal error:  Uncaught Error: Failed opening required '/srv/vendor/autoload.php' (include_path='.:/usr/share/php') in /srv/s.php:3",
    rule: 'package/library',
    says: /autoload\.php/,
  },
  {
    name: 'Bun: package',
    launch: { command: 'bunx', args: ['acme-mcp'] },
    exit: 1,
    stderr: 'error: package "acme-mcp" not found registry.npmjs.org/acme-mcp 404',
    rule: 'package/unknown',
    says: /acme-mcp/,
  },
  {
    name: 'Deno: net permission',
    launch: { command: 'deno', args: ['run', 's.ts'] },
    exit: 1,
    stderr:
      'error: Uncaught (in promise) NotCapable: Requires net access to "api.example.com:443", run again with the --allow-net flag',
    rule: 'runtime/deno-permission',
    says: /net/,
  },
  {
    name: 'npm: peer dependency',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      'npm error code ERESOLVE\nnpm error ERESOLVE could not resolve\nnpm error\nnpm error While resolving: acme-mcp@1.0.0\nnpm error Found: zod@4.1.0',
    rule: 'package/dependencies',
    says: /acme-mcp|depend|zod/,
  },
  {
    name: 'npm: postinstall failed',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      'npm error code 1\nnpm error path /root/.npm/_npx/1/node_modules/sharp\nnpm error command failed\nnpm error command sh -c node install/check.js || npm run build',
    rule: 'package/compile',
    says: /sharp/,
  },
  {
    name: 'npm: EACCES on its cache',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 243,
    stderr:
      "npm error code EACCES\nnpm error syscall mkdir\nnpm error path /home/ada/.npm/_cacache/index-v5\nnpm error errno -13\nnpm error Error: EACCES: permission denied, mkdir '/home/ada/.npm/_cacache/index-v5'",
    rule: 'package/cache-owner',
    says: /\.npm|cache/,
  },
  {
    name: 'npm: ENOTEMPTY',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 217,
    stderr:
      'npm error code ENOTEMPTY\nnpm error syscall rename\nnpm error path /root/.npm/_npx/1/node_modules/acme\nnpm error ENOTEMPTY: directory not empty, rename',
    rule: 'package/cache-broken',
    says: /cache|npx|ENOTEMPTY/,
  },
  {
    name: 'npm: certificate of a company',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      'npm error code SELF_SIGNED_CERT_IN_CHAIN\nnpm error request to https://registry.npmjs.org/acme-mcp failed, reason: self-signed certificate in certificate chain',
    rule: 'package/registry',
    says: /certificate|registry/,
  },
  {
    name: 'corepack refuses',
    launch: { command: 'pnpm', args: ['start'] },
    exit: 1,
    stderr:
      'Error: Cannot find matching keyid: {"signatures":[]}\n    at verifySignature (/usr/lib/node_modules/corepack/dist/lib/corepack.cjs:21535:47)',
    rule: 'package/corepack',
    says: /keyid|corepack/,
  },
  {
    name: 'Python: TLS of a service',
    launch: { command: 'python3', args: ['s.py'] },
    exit: 1,
    stderr:
      'Traceback (most recent call last):\n  File "/srv/s.py", line 3, in <module>\n    urlopen(u)\n  File "/usr/lib/python3.11/urllib/request.py", line 1, in urlopen\nurllib.error.URLError: <urlopen error [SSL: CERTIFICATE_VERIFY_FAILED] certificate verify failed: unable to get local issuer certificate (_ssl.c:1006)>',
    rule: 'network/service-certificate',
    says: /certificate/,
  },
  {
    name: 'Python: FastMCP duplicate argument',
    launch: { command: 'python3', args: ['s.py'] },
    exit: 1,
    stderr:
      'Traceback (most recent call last):\n  File "/srv/s.py", line 7, in <module>\n    mcp = FastMCP("x", dependencies=[])\nTypeError: FastMCP.__init__() got an unexpected keyword argument \'dependencies\'',
    rule: 'crash/keyword',
    says: /FastMCP does not take the argument "dependencies"/,
  },
  {
    name: 'Python: relative import',
    launch: { command: 'python3', args: ['src/acme/server.py'] },
    exit: 1,
    stderr:
      'Traceback (most recent call last):\n  File "/srv/src/acme/server.py", line 1, in <module>\n    from .tools import x\nImportError: attempted relative import with no known parent package',
    rule: 'runtime/python-relative',
    says: /-m|package|import/,
  },
  {
    name: 'Python: Unicode on stdout',
    launch: { command: 'python', args: ['s.py'] },
    exit: 1,
    stderr:
      "Traceback (most recent call last):\n  File \"C:\\\\srv\\\\s.py\", line 3, in <module>\n    print(\"\\u2705\")\nUnicodeEncodeError: 'charmap' codec can't encode character '\\u2705' in position 0: character maps to <undefined>",
    rule: 'runtime/python-encoding',
    says: /encod/i,
  },
  {
    name: 'Rust: library of OpenSSL',
    launch: { command: '/srv/acme', args: [] },
    exit: 127,
    stderr:
      '/srv/acme: error while loading shared libraries: libssl.so.1.1: cannot open shared object file: No such file or directory',
    rule: 'package/shared-library',
    says: /libssl/,
  },
  {
    name: 'macOS quarantine',
    launch: { command: '/srv/acme', args: [] },
    exit: 'SIGKILL',
    stderr: '',
    rule: 'crash/killed',
    says: /killed/,
  },
  {
    name: 'Electron app as a server',
    launch: { command: '/Applications/Acme.app/Contents/MacOS/Acme', args: [] },
    exit: 1,
    stderr:
      '[1:FATAL:setuid_sandbox_host.cc(158)] The SUID sandbox helper binary was found, but is not configured correctly.',
    rule: 'container/sandbox',
    says: /sandbox/i,
  },
  {
    name: 'HTTP: 404 of a session',
    url: 'https://h.example/mcp',
    status: 404,
    body: '{"jsonrpc":"2.0","error":{"code":-32001,"message":"Session not found"},"id":null}',
    rule: 'http/session',
    says: /no longer knows the session/,
  },
  {
    name: 'HTTP: model list of another product',
    url: 'http://127.0.0.1:11434/',
    status: 405,
    body: 'method not allowed',
    rule: 'http/405',
    says: /405/,
  },
  {
    name: 'HTTP: gateway page of ngrok',
    url: 'https://x.ngrok.app/mcp',
    status: 404,
    body: 'The endpoint x.ngrok.app is offline.\n\nERR_NGROK_3200',
    rule: 'http/offline',
    says: /ngrok|offline|404/,
  },
  {
    name: 'HTTP: tenant disabled',
    url: 'https://h.example/mcp',
    status: 403,
    body: '{"error":"MCP access is disabled by your administrator"}',
    rule: 'http/403',
    says: /administrator|denied/,
  },
  {
    name: 'too many watched files',
    exit: 1,
    stderr: "Error: ENOSPC: System limit for number of file watchers reached, watch '/srv'",
    rule: 'crash/limit',
    says: /watchers/,
  },
  {
    name: 'a licence that has ended',
    exit: 1,
    stderr: 'acme: your trial has expired',
    rule: 'reported/unavailable',
    says: /expired/,
  },
  {
    name: 'an error in one line',
    exit: 1,
    stderr: 'RuntimeError: asyncio.run() may only be called once',
    rule: 'reported/error',
    says: /asyncio/,
  },
  {
    name: 'a step that failed',
    exit: 1,
    stderr: 'error: Git operation failed',
    rule: 'reported/failed',
    says: /Git operation/,
  },
  {
    name: 'a message in Chinese',
    exit: 1,
    stderr: '错误：未找到配置文件 config.yaml',
    rule: 'stated/absent',
    says: /The server needs the file config\.yaml, which does not exist\./,
  },
  {
    name: 'an editor that is not running',
    exit: 1,
    stderr: 'Unity Editor is not running or MCP bridge not found on port 6400',
    rule: 'stated/unreachable',
    says: /Unity Editor, which the server needs, is not running\./,
  },
  {
    name: 'a broker that has no address',
    exit: 1,
    stderr: 'broker:9092/bootstrap: Failed to resolve "broker:9092": Name or service not known',
    rule: 'network/service',
    says: /broker/,
  },
];
