import type { BrokenSetup } from './setup.ts';

/** Packages, containers and services, as users report them. */
export const reportedPackageSetups: readonly BrokenSetup[] = [
  {
    name: 'uv cannot satisfy the dependencies',
    launch: { command: 'uvx', args: ['acme-mcp'] },
    exit: 1,
    stderr:
      '  × No solution found when resolving `--with` dependencies:\n  ╰─▶ Because only fitz==0.0.0 is available and acme-mcp==1.0.15 depends on fitz>=0.0.1, we can\n      conclude that acme-mcp==1.0.15 cannot be used.',
    rule: 'package/dependencies',
    says: /fitz/,
  },
  {
    name: 'uv cannot build a package',
    launch: { command: 'uvx', args: ['acme-mcp'] },
    exit: 1,
    stderr:
      '   Building acme-native==3.0.0\n  × Failed to build `acme-native==3.0.0`\n  ├─▶ The build backend returned an error\n  ╰─▶ Call to `build_backend.build_wheel` failed (exit code: 1)',
    rule: 'package/compile',
    says: /acme-native==3\.0\.0/,
  },
  {
    name: 'uv is given an address that is no Git address',
    launch: { command: 'uvx', args: ['--from', 'https+git://github.com/acme/mcp', 'mcp'] },
    exit: 2,
    stderr: 'error: Failed to resolve `--with` requirement\n  Caused by: Failed to read from the distribution cache',
    rule: 'package/dependencies',
    says: /requirement|resolve|cache/,
  },
  {
    name: 'a bin file without a first line for its interpreter',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 127,
    stderr:
      '/root/.npm/_npx/115e/node_modules/.bin/acme-mcp: 1: /app: Permission denied\n/root/.npm/_npx/115e/node_modules/.bin/acme-mcp: 2: *: not found',
    rule: 'package/shebang',
    says: /acme-mcp|#!/,
  },
  {
    name: 'npx finds no program after the download',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 127,
    stderr: 'sh: 1: acme-mcp: not found',
    rule: 'program/called',
    says: /acme-mcp/,
  },
  {
    name: 'a child spawns a batch file',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      "node:internal/child_process:421\n    throw new ErrnoException(err, 'spawn');\n    ^\n\nError: spawn EINVAL\n    at ChildProcess.spawn (node:internal/child_process:421:11)\n    at Object.<anonymous> (/tmp/wrap.js:26:15) {\n  errno: -4071,\n  code: 'EINVAL',\n  syscall: 'spawn'\n}",
    rule: 'crash/thrown',
    says: /spawn EINVAL|batch/,
  },
  {
    name: 'mcp-remote gets no token',
    launch: { command: 'npx', args: ['mcp-remote', 'https://mcp.example.com'] },
    exit: 1,
    stderr:
      '[123] Fatal error: ServerError: {"error":"invalid_client","error_description":"Client not found"}\n    at parseErrorResponse (file:///root/.npm/_npx/1/node_modules/mcp-remote/dist/chunk.js:120:9)',
    rule: 'transport/bridge',
    says: /The sign-in at https:\/\/mcp\.example\.com that the bridge keeps in \S+ is not known there any more/,
  },
  {
    name: 'mcp-remote meets a closed door',
    launch: { command: 'npx', args: ['mcp-remote', 'https://mcp.example.com'] },
    exit: 1,
    stderr:
      '[1] Connection error: Error: Non-200 status code (403)\n    at file:///x.js:1:1\n[1] Fatal error: Error: Non-200 status code (403)',
    rule: 'transport/bridge',
    says: /403/,
  },
  {
    name: 'mcp-remote: a plain http address',
    launch: { command: 'npx', args: ['mcp-remote', 'http://10.0.0.4/mcp'] },
    exit: 1,
    stderr:
      'Error: Non-HTTPS URLs are only allowed for localhost or when --allow-http flag is provided\nUsage: npx tsx proxy.ts <https://server-url>',
    rule: 'transport/bridge',
    says: /https|--allow-http/i,
  },
  {
    name: 'docker network is unknown',
    launch: { command: 'docker', args: ['run', '-i', '--network', 'secops', 'acme/mcp'] },
    exit: 125,
    stderr: 'docker: Error response from daemon: network secops not found.',
    rule: 'container/reference',
    says: /secops/,
  },
  {
    name: 'docker entry point is missing',
    launch: { command: 'docker', args: ['run', '-i', '--rm', 'acme/mcp'] },
    exit: 127,
    stderr:
      'docker: Error response from daemon: failed to create task for container: failed to create shim task: OCI runtime create failed: runc create failed: unable to start container process: error during container init: exec: "mcp-srv": executable file not found in $PATH: unknown.',
    rule: 'container/program',
    says: /mcp-srv/,
  },
  {
    name: 'docker registry wants a login',
    launch: { command: 'docker', args: ['run', '-i', '--rm', 'acme/mcp'] },
    exit: 125,
    stderr:
      'Unable to find image \'ghcr.io/acme/mcp:latest\' locally\ndocker: Error response from daemon: Head "https://ghcr.io/v2/acme/mcp/manifests/latest": denied: denied.',
    rule: 'container/registry',
    says: /ghcr\.io\/acme\/mcp|login/,
  },
  {
    name: 'a credential without the name of its variable',
    rule: 'stated/missing',
    says: /The server needs the credential API key, which it was not given\./,
    stderr: 'weather-mcp 1.2.0\nError: No API key provided. Get one at https://weather.example/keys',
    exit: 1,
  },
  {
    name: 'docker pulls too much',
    launch: { command: 'docker', args: ['run', '-i', '--rm', 'acme/mcp'] },
    exit: 125,
    stderr:
      'docker: Error response from daemon: toomanyrequests: You have reached your unauthenticated pull rate limit. https://www.docker.com/increase-rate-limit',
    rule: 'container/limit',
    says: /Docker Hub allows no more downloads/,
  },
  {
    name: 'docker platform differs',
    launch: { command: 'docker', args: ['run', '-i', '--rm', 'acme/mcp'] },
    exit: 1,
    stderr:
      "WARNING: The requested image's platform (linux/amd64) does not match the detected host platform (linux/arm64/v8) and no specific platform was requested\nexec /usr/local/bin/python: exec format error",
    rule: 'runtime/architecture',
    says: /another system|processor|platform/,
  },
  {
    name: 'docker port is allocated',
    launch: { command: 'docker', args: ['run', '-i', '--rm', 'acme/mcp'] },
    exit: 125,
    stderr:
      'docker: Error response from daemon: driver failed programming external connectivity on endpoint x: Bind for 0.0.0.0:8080 failed: port is already allocated.',
    rule: 'port/in-use',
    says: /8080/,
  },
  {
    name: 'docker has no space',
    launch: { command: 'docker', args: ['run', '-i', '--rm', 'acme/mcp'] },
    exit: 125,
    stderr: 'docker: write /var/lib/docker/tmp/GetImageBlob1: no space left on device.',
    rule: 'package/disk-full',
    says: /disk|space/i,
  },
  {
    name: 'express-style dotenv check',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr: '❌ Missing required configuration: slackBotToken\nPlease provide SLACK_BOT_TOKEN or --slack-bot-token',
    rule: 'variable/missing',
    says: /SLACK_BOT_TOKEN/,
  },
  {
    name: 'a Go server with a missing flag',
    launch: { command: '/srv/acme', args: [] },
    exit: 1,
    stderr: 'Error: required flag(s) "gateway-url" not set\nUsage:\n  acme stdio [flags]',
    rule: 'argument/missing',
    says: /gateway-url/,
  },
  {
    name: 'Go: nil map',
    launch: { command: '/srv/acme', args: [] },
    exit: 2,
    stderr:
      'panic: assignment to entry in nil map\n\ngoroutine 1 [running]:\nmain.main()\n\t/build/cmd/acme/main.go:41 +0x1d\nexit status 2',
    rule: 'crash/uncaught',
    says: /nil map/,
  },
  {
    name: 'Go: log.Fatal of a service',
    launch: { command: '/srv/acme', args: [] },
    exit: 1,
    stderr: '2026/01/03 10:00:00 failed to load kubeconfig: stat /root/.kube/config: no such file or directory',
    rule: 'variable/kubeconfig',
    says: /\.kube\/config/,
  },
  {
    name: 'kubectl: no cluster',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr: 'Unable to connect to the server: dial tcp 192.168.49.2:8443: connect: no route to host',
    rule: 'network/service',
    says: /192\.168\.49\.2/,
  },
  {
    name: 'Postgres: wrong password',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      "error: password authentication failed for user \"postgres\"\n    at Parser.parseErrorMessage (/x/node_modules/pg-protocol/dist/parser.js:283:98)\n  severity: 'FATAL',\n  code: '28P01'",
    rule: 'variable/refused',
    says: /credential|password/,
  },
  {
    name: 'Postgres: no database',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      'error: database "shop" does not exist\n    at Parser.parseErrorMessage (/x/node_modules/pg-protocol/dist/parser.js:283:98)',
    rule: 'network/database',
    says: /shop/,
  },
  {
    name: 'MySQL: access denied',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      "Error: Access denied for user 'root'@'localhost' (using password: NO)\n    at Packet.asError (/x/node_modules/mysql2/lib/packets/packet.js:740:17)",
    rule: 'variable/refused',
    says: /root|credential|password/,
  },
  {
    name: 'SQLite: cannot open',
    launch: { command: 'uvx', args: ['mcp-server-sqlite', '--db-path', '/srv/none/x.db'] },
    exit: 1,
    stderr:
      'Traceback (most recent call last):\n  File "/x/server.py", line 10, in <module>\n    conn = sqlite3.connect(path)\nsqlite3.OperationalError: unable to open database file',
    rule: 'path/entry',
    says: /x\.db/,
  },
  {
    name: 'Git: not a repository',
    launch: { command: 'uvx', args: ['mcp-server-git', '--repository', '/srv/app'] },
    exit: 1,
    stderr: 'ERROR:mcp_server_git.server:/srv/app is not a valid Git repository',
    rule: 'path/repository',
    says: /The folder \/srv\/app is not in a git repository\./,
  },
  {
    name: 'GitHub: bad credentials at start',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      'HttpError: Bad credentials - https://docs.github.com/rest\n    at fetchWrapper (file:///x/node_modules/@octokit/request/dist-bundle/index.js:123:11)',
    rule: 'variable/refused',
    says: /credential/,
  },
  {
    name: 'OpenAI: no key',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      'OpenAIError: The OPENAI_API_KEY environment variable is missing or empty; either provide it, or instantiate the OpenAI client with an apiKey option',
    rule: 'variable/missing',
    says: /OPENAI_API_KEY/,
  },
  {
    name: 'Stripe style argument',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      '🚨  Error initializing Stripe MCP server:\n\n   Stripe API key not provided. Please either pass it as an argument --api-key=$KEY or set the STRIPE_SECRET_KEY environment variable.',
    rule: 'variable/missing',
    says: /STRIPE_SECRET_KEY/,
  },
  {
    name: 'Supabase style',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr:
      'Please provide a personal access token (PAT) with the --access-token flag or set the SUPABASE_ACCESS_TOKEN environment variable',
    rule: 'variable/missing',
    says: /SUPABASE_ACCESS_TOKEN/,
  },
  {
    name: 'Figma style',
    launch: { command: 'npx', args: ['-y', 'acme-mcp'] },
    exit: 1,
    stderr: 'Either FIGMA_API_KEY or FIGMA_OAUTH_TOKEN is required (via CLI argument or .env file)',
    rule: 'variable/missing',
    says: /FIGMA_API_KEY/,
  },
  {
    name: 'filesystem without folders',
    launch: { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem'] },
    exit: 1,
    stderr:
      'Usage: mcp-server-filesystem [allowed-directory] [additional-directories...]\nNote: Allowed directories can be provided via:',
    rule: 'argument/usage',
    says: /usage|director/i,
  },
  {
    name: 'Java: class not found at run time',
    launch: { command: 'java', args: ['-jar', 'x.jar'] },
    exit: 1,
    stderr:
      'Exception in thread "main" java.lang.NoClassDefFoundError: com/fasterxml/jackson/core/JsonProcessingException\n\tat com.acme.Main.main(Main.java:12)',
    rule: 'runtime/java-class',
    says: /NoClassDefFound|jackson/,
  },
  {
    name: 'Spring: bean',
    launch: { command: 'java', args: ['-jar', 'x.jar'] },
    exit: 1,
    stdout:
      '***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\nWeb server failed to start. Port 8080 was already in use.',
    rule: 'port/in-use',
    says: /8080/,
  },
];
