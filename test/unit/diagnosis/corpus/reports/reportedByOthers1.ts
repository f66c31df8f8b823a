import type { BrokenSetup } from '../setup.ts';

/** As public reports show them; drawn before the rules for them were written. */
export const reportedByOthers1: readonly BrokenSetup[] = [
  {
    name: 'npm EBUSY win',
    launch: { command: 'npx', args: ['-y', 'n8n-mcp'] },
    stderr:
      "npm warn exec The following package was not found and will be installed: n8n-mcp@2.7.21\nnpm error code EBUSY\nnpm error syscall rename\nnpm error path C:\\Users\\a\\AppData\\Local\\npm-cache\\_npx\\x\\node_modules\\n8n\nnpm error errno -4082\nnpm error EBUSY: resource busy or locked, rename 'C:\\Users\\a\\AppData\\Local\\npm-cache\\_npx\\x' -> 'C:\\Users\\a\\y'",
    exit: -4082,
    rule: 'package/cache-broken',
    says: /EBUSY/,
    cure: 'terminal',
  },
  {
    name: 'uvx dummy pkg',
    launch: { command: 'uvx', args: ['uvx', 'mcp-server-appwrite'] },
    stderr:
      '   Building uvx==3.0.0\n  × Failed to build `uvx==3.0.0`\n  ├─▶ The build backend returned an error\n  ╰─▶ Call to `build_backend.build_wheel` failed (exit code: 1)\n\n      [stderr]\n\n      `uvx` is provided by the uv package (https://pypi.example.org/project/uv/).\n      There is no need to install it\n      separately. This is just a dummy package',
    exit: 1,
    rule: 'program/twice',
    says: /"uvx" is the command/,
    cure: 'edit',
  },
  {
    name: 'claude quoting: C:\\Program',
    launch: { command: 'C:\\Program Files\\nodejs\\npx.cmd', args: ['-y', 'x'] },
    stderr: "'C:\\Program' is not recognized as an internal or external command,\noperable program or batch file.",
    exit: 1,
    platform: 'win32',
    rule: 'windows/split-path',
    says: /split the path C:\\Program Files\\nodejs\\npx\.cmd/,
    cure: 'edit',
  },
  {
    name: 'uv hardlink cloud',
    launch: { command: 'uvx', args: ['freecad-mcp'] },
    stderr:
      'warning: Failed to hardlink files; falling back to full copy. This may lead to degraded performance.\nerror: Failed to install: typing_inspection-0.4.0-py3-none-any.whl (typing-inspection==0.4.0)\n  Caused by: failed to hardlink file from C:\\Users\\X\\AppData\\Local\\uv\\cache\\a to C:\\Users\\X\\b: The cloud operation cannot be performed on a file with incompatible hardlinks. (os error 396)',
    exit: 2,
    rule: 'package/link',
    says: / its cache on this file system/,
    cure: 'edit',
  },
  {
    name: 'uv mirror 403',
    launch: { command: 'uvx', args: ['-i', 'https://pypi.example.org/simple', 'mcp-feedback-enhanced@latest'] },
    stderr:
      'error: Failed to unzip wheel: mcp_feedback_enhanced-2.4.3-py3-none-any.whl\n  Caused by: HTTP status client error (403 Forbidden) for url (https://pypi.example.org/packages/6f/x.whl)',
    exit: 2,
    rule: 'package/denied',
    says: /pypi\.example\.org denied access to packages\/6f\/x\.whl/,
    cure: 'ask',
  },
  {
    name: 'module not found in venv',
    launch: { command: '/Users/ada/.venv/bin/python', args: ['-m', 'mcp_x'] },
    stderr:
      "/Users/ada/.venv/bin/python: Error while finding module specification for 'src.mcp_feedback_enhanced' (ModuleNotFoundError: No module named 'src')",
    exit: 1,
    rule: 'package/python-module',
    says: /ere this command looks for it\./,
    cure: 'ask',
  },
  {
    name: 'docker exec -t',
    launch: { command: 'docker', args: ['run', '-i', '--rm', 'freepeak/db-mcp-server', '-t', 'sse'] },
    stderr:
      'docker: Error response from daemon: failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: exec: "-t": executable file not found in $PATH: unknown\n\nRun \'docker run --help\' for more information',
    exit: 127,
    rule: 'container/program',
    says: /The image has no program "-t"\./,
    cure: 'edit',
  },
  {
    name: 'container entry not found',
    launch: { command: 'docker', args: ['run', '-i', '--rm', 'ghcr.io/x/n8n-mcp:latest', 'n8n-mcp', 'serve'] },
    stderr: '/usr/local/bin/docker-entrypoint.sh: exec: line 96: n8n-mcp: not found',
    exit: 127,
    rule: 'program/called',
    says: /n8n-mcp/,
    cure: 'ask',
  },
  {
    name: 'mcp-remote html',
    launch: { command: 'npx', args: ['-y', 'mcp-remote', 'http://localhost:5030/sse'] },
    stderr:
      '[6856] Connecting to remote server: http://localhost:5030/sse\n[6856] Using transport strategy: http-first\n[6856] Connection error: StreamableHTTPError: Streamable HTTP error: Unexpected content type: text/html; charset=utf-8\n    at StreamableHTTPClientTransport.send (file:///Users/ada/.npm/_npx/7/node_modules/mcp-remote/dist/chunk.js:6531:17)\n[6856] Fatal error: StreamableHTTPError: Streamable HTTP error: Unexpected content type: text/html; charset=utf-8',
    exit: 1,
    rule: 'transport/bridge',
    says: /http:\/\/localhost:5030\/sse/,
    cure: 'edit',
  },
  {
    name: 'n8n 401',
    launch: {
      command: 'node',
      args: ['/srv/dist/index.js'],
      env: { N8N_HOST: 'http://localhost:5678', N8N_API_KEY: 'abc' },
    },
    stderr: 'Error: n8n API error 401: Unauthorized. {"message":"unauthorized"}',
    exit: 1,
    rule: 'variable/refused',
    says: /N8N_API_KEY/,
    cure: 'addInput',
  },
  {
    name: 'mcp-remote header 406',
    launch: { command: 'npx', args: ['-y', 'mcp-remote', 'https://shop.workos.com/mcp'] },
    stderr:
      'Fatal error: Error: Error POSTing to endpoint (HTTP 406): {"jsonrpc":"2.0","error":{"code":-32000,"message":"Not Acceptable: Client must accept both application/json and text/event-stream"},"id":null}',
    exit: 1,
    rule: 'transport/bridge',
    says: /https:\/\/shop\.workos\.com\/mcp/,
    cure: 'edit',
  },
  {
    name: 'psycopg OperationalError',
    launch: { command: 'uvx', args: ['postgres-mcp'], env: { DATABASE_URI: 'postgres://u:p@localhost/db' } },
    stderr:
      'sqlalchemy.exc.OperationalError: (psycopg2.OperationalError) FATAL:  password authentication failed for user "user"\nFATAL:  password authentication failed for user "user"\n\n(Background on this error at: http://sqlalche.me/e/e3q8)',
    exit: 1,
    rule: 'variable/refused',
    says: /accept the password of "user"\./,
    cure: 'addInput',
  },
  {
    name: 'mysql access denied',
    launch: {
      command: 'npx',
      args: ['-y', '@benborla29/mcp-server-mysql'],
      env: { MYSQL_USER: 'root', MYSQL_PASS: 'x' },
    },
    stderr:
      "Error: Access denied for user 'root'@'localhost' (using password: YES)\n    at Object.createConnectionPromise (/x/node_modules/mysql2/promise.js:19:31) {\n  code: 'ER_ACCESS_DENIED_ERROR',\n  errno: 1045,\n  sqlState: '28000'\n}",
    exit: 1,
    rule: 'variable/refused',
    says: /accept the password of "root"\./,
    cure: 'addInput',
  },
  {
    name: 'redis NOAUTH',
    launch: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-redis', 'redis://localhost:6379'] },
    stderr:
      'ReplyError: NOAUTH Authentication required.\n    at parseError (/x/node_modules/redis-parser/lib/parser.js:179:12)',
    exit: 1,
    rule: 'variable/refused',
    says: /Redis requires a password/,
  },
  {
    name: 'redis refused stack',
    launch: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-redis', 'redis://localhost:6379'] },
    stderr:
      "Redis Client Error AggregateError [ECONNREFUSED]: \n    at internalConnectMultiple (node:net:1122:18)\n    at afterConnectMultiple (node:net:1689:7) {\n  code: 'ECONNREFUSED',\n  [errors]: [\n    Error: connect ECONNREFUSED ::1:6379\n",
    exit: 1,
    rule: 'network/service',
    says: /localhost:6379, where Redis/,
    cure: 'ask',
  },
  {
    name: 'mongo ServerSelection',
    launch: { command: 'npx', args: ['-y', 'mongodb-mcp-server', '--connectionString', 'mongodb://localhost:27017'] },
    stderr:
      'MongooseServerSelectionError: connect ECONNREFUSED 127.0.0.1:27017\n    at _handleConnectionErrors (/x/connection.js:900:11)',
    exit: 1,
    rule: 'network/service',
    says: /localhost:27017, where MongoDB/,
    cure: 'terminal',
  },
  {
    name: 't3-env',
    launch: { command: 'node', args: ['/srv/index.js'] },
    stderr:
      "❌ Invalid environment variables: [\n  {\n    code: 'invalid_type',\n    expected: 'string',\n    received: 'undefined',\n    path: [ 'SLACK_BOT_TOKEN' ],\n    message: 'Required'\n  }\n]\n/srv/node_modules/@t3-oss/env-core/dist/index.js:52\n        throw new Error(\"Invalid environment variables\");\n        ^\n\nError: Invalid environment variables",
    exit: 1,
    rule: 'variable/missing',
    says: /SLACK_BOT_TOKEN/,
    cure: 'addInput',
  },
  {
    name: 'zod4 prettify',
    launch: { command: 'node', args: ['/srv/index.js'] },
    stderr:
      '✖ Invalid input: expected string, received undefined\n  → at JIRA_API_TOKEN\n✖ Invalid input: expected string, received undefined\n  → at JIRA_BASE_URL',
    exit: 1,
    rule: 'variable/missing',
    says: /JIRA_API_TOKEN/,
    cure: 'addInput',
  },
  {
    name: 'joi',
    launch: { command: 'node', args: ['/srv/index.js'] },
    stderr:
      'Error: Config validation error: "DATABASE_URL" is required. "JWT_SECRET" is required\n    at Function.forRoot (/srv/node_modules/@nestjs/config/dist/config.module.js:79:23)',
    exit: 1,
    rule: 'variable/missing',
    says: /DATABASE_URL/,
    cure: 'addInput',
  },
  {
    name: 'dotenv-safe',
    launch: { command: 'node', args: ['/srv/index.js'] },
    stderr:
      "/srv/node_modules/dotenv-safe/index.js:29\n            throw new MissingEnvVarsError(allowEmptyValues, options.path || '.env', sample, missing, result.error);\n            ^\nMissingEnvVarsError: The following variables were defined in .env.example but are not present in the environment:\n  OPENAI_API_KEY, PINECONE_KEY\nMake sure to add them to .env or directly to the environment.",
    exit: 1,
    rule: 'variable/missing',
    says: /OPENAI_API_KEY/,
    cure: 'addInput',
  },
  {
    name: 'viper config not found',
    launch: { command: '/usr/local/bin/gomcp', args: ['serve'] },
    stderr:
      'panic: fatal error config file: Config File "config" Not Found in "[/etc/gomcp /root/.gomcp]"\n\ngoroutine 1 [running]:\nmain.main()\n\t/build/main.go:22 +0x1f',
    exit: 2,
    rule: 'stated/absent',
    says: /The server needs the file config, which does not exist\./,
  },
  {
    name: 'spring placeholder2',
    launch: { command: 'java', args: ['-jar', '/srv/mcp.jar'] },
    stderr:
      'Caused by: java.lang.IllegalArgumentException: Could not resolve placeholder \'BRAVE_API_KEY\' in value "${BRAVE_API_KEY}"',
    exit: 1,
    rule: 'variable/missing',
    says: /BRAVE_API_KEY/,
    cure: 'addInput',
  },
  {
    name: 'rust env unwrap',
    launch: { command: '/srv/rs-mcp' },
    stderr:
      "thread 'main' panicked at src/main.rs:14:45:\ncalled `Result::unwrap()` on an `Err` value: NotPresent\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace",
    exit: 101,
    rule: 'variable/unnamed',
    says: /src\/main\.rs/,
  },
  {
    name: 'playwright libs missing',
    launch: { command: 'npx', args: ['@playwright/mcp@latest'] },
    stderr:
      '╔══════════════════════════════════════════════════════╗\n║ Host system is missing dependencies to run browsers. ║\n║ Please install them with the following command:      ║\n║                                                      ║\n║     sudo npx playwright install-deps                 ║\n╚══════════════════════════════════════════════════════╝',
    exit: 1,
    rule: 'program/browser-libraries',
    says: / the system that are not there/,
    cure: 'terminal',
  },
  {
    name: 'chrome libs',
    launch: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-puppeteer'] },
    stderr:
      'Error: Failed to launch the browser process!\n/root/.cache/puppeteer/chrome/linux-131/chrome-linux64/chrome: error while loading shared libraries: libnss3.so: cannot open shared object file: No such file or directory',
    exit: 1,
    rule: 'program/browser-libraries',
    says: /libnss3\.so/,
    cure: 'terminal',
  },
  {
    name: 'chrome root sandbox',
    launch: { command: 'npx', args: ['chrome-devtools-mcp'] },
    stderr:
      '[123:123:0101/000000.000:ERROR:zygote_host_impl_linux.cc(90)] Running as root without --no-sandbox is not supported. See https://crbug.com/638180.',
    exit: 1,
    rule: 'program/browser-sandbox',
    says: /--no-sandbox/,
    cure: 'edit',
  },
  {
    name: 'better-sqlite3 NMV',
    launch: { command: 'npx', args: ['-y', 'mcp-sqlite'] },
    stderr:
      "Error: The module '/x/node_modules/better-sqlite3/build/Release/better_sqlite3.node'\nwas compiled against a different Node.js version using\nNODE_MODULE_VERSION 115. This version of Node.js requires\nNODE_MODULE_VERSION 127. Please try re-compiling or re-installing\nthe module (for instance, using `npm rebuild` or `npm install`).",
    exit: 1,
    rule: 'package/native',
    says: /Node\.js/,
    cure: 'terminal',
  },
  {
    name: 'sharp',
    launch: { command: 'npx', args: ['-y', 'img-mcp'] },
    stderr:
      'Error: Could not load the "sharp" module using the linux-x64 runtime\nPossible solutions:\n- Ensure optional dependencies can be installed:\n    npm install --include=optional sharp',
    exit: 1,
    rule: 'package/native',
    says: /The native module sharp was built for another Node\.js or another system, or not /,
    cure: 'terminal',
  },
  {
    name: 'rollup native optional',
    launch: { command: 'node', args: ['/srv/x.js'] },
    stderr:
      'Error: Cannot find module @rollup/rollup-linux-x64-gnu. npm has a bug related to optional dependencies (https://github.com/npm/cli/issues/4828). Please try `npm i` again after removing both package-lock.json and node_modules directory.',
    exit: 1,
    rule: 'package/native',
    says: /The native module @rollup\/rollup-linux-x64-gnu was built for another Node\.js or /,
    cure: 'terminal',
  },
  {
    name: 'git auth https',
    launch: { command: 'uvx', args: ['--from', 'git+https://github.com/acme/private-mcp', 'private-mcp'] },
    stderr:
      "  × Failed to download and build `private-mcp @ git+https://github.com/acme/private-mcp`\n  ├─▶ Git operation failed\n  ├─▶ failed to clone into: /home/a/.cache/uv/git-v0/db/9\n  ├─▶ failed to fetch branch, tag, or commit `main`\n  ╰─▶ process didn't exit successfully: `/usr/bin/git fetch` (exit status: 128)\n      --- stderr\n      fatal: could not read Username for 'https://github.com': terminal prompts disabled",
    exit: 1,
    rule: 'network/git',
    says: /https:\/\/github\.com/,
    cure: 'terminal',
  },
  {
    name: 'git missing',
    launch: { command: 'uvx', args: ['--from', 'git+https://github.com/oraios/serena', 'serena'] },
    stderr: 'error: Git executable not found. Ensure that Git is installed and available.',
    exit: 2,
    rule: 'program/called',
    says: /it", which is not on its PATH\./,
    cure: 'terminal',
  },
  {
    name: 'npm git ssh',
    launch: { command: 'npx', args: ['-y', 'github:acme/mcp'] },
    stderr:
      'npm error code 128\nnpm error An unknown git error occurred\nnpm error command git --no-replace-objects ls-remote ssh://git@github.com/acme/mcp.git\nnpm error git@github.com: Permission denied (publickey).\nnpm error fatal: Could not read from remote repository.',
    exit: 128,
    rule: 'network/git',
    says: /git gets no access to the repository of the package: github:acme\/mcp/,
    cure: 'terminal',
  },
  {
    name: 'openai 401',
    launch: { command: 'uvx', args: ['llm-mcp'], env: { OPENAI_API_KEY: 'sk-x' } },
    stderr:
      "openai.AuthenticationError: Error code: 401 - {'error': {'message': 'Incorrect API key provided: sk-x. You can find your API key at https://platform.openai.com/account/api-keys.', 'type': 'invalid_request_error'}}",
    exit: 1,
    rule: 'variable/refused',
    says: /OPENAI_API_KEY/,
    cure: 'addInput',
  },
  {
    name: 'slack not_in',
    launch: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-slack'], env: { SLACK_BOT_TOKEN: 'xoxb' } },
    stderr:
      'Error: An API error occurred: missing_scope\n    at platformErrorFromResult (/x/node_modules/@slack/web-api/dist/errors.js:62:33)',
    exit: 1,
    rule: 'variable/scope',
    says: /missing_scope/,
    cure: 'addInput',
  },
];
