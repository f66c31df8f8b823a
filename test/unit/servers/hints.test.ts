import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Evidence, hintFor } from '../../../src/core/servers/connection/hints.ts';
import { withoutSecrets } from '../../../src/core/servers/connection/failure.ts';
import type { StdioLaunch } from '../../../src/core/servers/model/launch.ts';

const launch: StdioLaunch = { kind: 'stdio', command: 'npx', args: ['-y', 'some-server'], env: {} };
const nothing: Evidence = {
  launch,
  causes: [],
  stderr: '',
  noise: [],
  reports: [],
  timedOut: false,
  cwdMissing: false,
};
const http = { kind: 'http', url: 'https://example.org/mcp', headers: {} } as const;

const cases: readonly [string, Partial<Evidence>, RegExp][] = [
  [
    'npx is not there',
    { causes: [{ code: 'ENOENT', message: '' }], searchPath: '/usr/bin' },
    /Install Node\.js.*, or use its full path as "command"\.$/,
  ],
  [
    'uvx is not there',
    { launch: { ...launch, command: 'uvx' }, causes: [{ code: 'ENOENT', message: '' }] },
    /Install uv/,
  ],
  [
    'a command line in one string',
    { launch: { ...launch, command: 'npx -y x' }, causes: [{ code: 'ENOENT', message: '' }] },
    /each argument into "args"/,
  ],
  [
    'a path that is not there',
    { launch: { ...launch, command: '/opt/x' }, causes: [{ code: 'ENOENT', message: '' }] },
    /no file \/opt\/x/,
  ],
  ['not executable', { causes: [{ code: 'EACCES', message: '' }] }, /not executable/],
  [
    'an unknown package',
    { stderr: 'npm error code E404\nnpm error 404 Not Found', end: { code: 1, signal: null } },
    /no such package/,
  ],
  [
    'an old Node',
    {
      stderr: 'Error [ERR_UNKNOWN_BUILTIN_MODULE]: No such built-in module: node:sqlite',
      end: { code: 1, signal: null },
    },
    /newer Node/,
  ],
  [
    'a missing module',
    { stderr: "Error: Cannot find module '/x/index.js'", end: { code: 1, signal: null } },
    /module is missing/,
  ],
  [
    'a missing key',
    { stderr: 'FIRECRAWL_API_KEY environment variable is required', end: { code: 1, signal: null } },
    /credential is missing/,
  ],
  [
    'a port in use',
    { stderr: 'Error: listen EADDRINUSE: address already in use :::3000', end: { code: 1, signal: null } },
    /port/,
  ],
  ['its usage', { noise: ['Usage: server [options]'], end: { code: 1, signal: null } }, /printed its usage/],
  [
    'HTTP instead',
    { stderr: 'Server listening on http://localhost:3000/mcp', timedOut: true },
    /http:\/\/localhost:3000\/mcp/,
  ],
  [
    'a service out of reach, and not for the address of a manual',
    {
      stderr:
        'See: https://docs.example.com/keys\nServer running on stdio\n[cause]: getaddrinfo ENOTFOUND mcp.example.com',
      timedOut: true,
    },
    /cannot reach a service/,
  ],
  ['an end without a word', { end: { code: 0, signal: null } }, /exited without an error/],
  ['a failure without a word', { end: { code: 1, signal: null } }, /printed nothing/],
  ['a failure with words on stdout', { noise: ['oh no'], end: { code: 1, signal: null } }, /not MCP: oh no/],
  ['a failure with words on stderr', { stderr: 'oh no', end: { code: 1, signal: null } }, /last output on stderr/],
  ['a slow download', { timedOut: true }, /downloads the package/],
  ['silence of a program', { launch: { ...launch, command: 'node' }, timedOut: true }, /does not respond/],
  [
    'nothing listens',
    {
      launch: http,
      causes: [
        { code: undefined, message: 'fetch failed' },
        { code: 'ECONNREFUSED', message: '' },
      ],
    },
    /Nothing is listening/,
  ],
  ['no such host', { launch: http, causes: [{ code: 'ENOTFOUND', message: '' }] }, /host name was not found/],
  [
    'https to http',
    { launch: http, causes: [{ code: 'ERR_SSL_WRONG_VERSION_NUMBER', message: '' }] },
    /http instead of https/,
  ],
  [
    'a self-signed certificate',
    { launch: http, causes: [{ code: 'DEPTH_ZERO_SELF_SIGNED_CERT', message: '' }] },
    /NODE_EXTRA_CA_CERTS/,
  ],
  ['401', { launch: http, status: 401 }, /Authorization/],
  ['404', { launch: http, status: 404 }, /Nothing was found at this path/],
  ['405', { launch: http, status: 405 }, /not seem to be an MCP server/],
  ['503', { launch: http, status: 503 }, /internal error/],
];

for (const [what, evidence, expected] of cases) {
  test(`a hint for ${what}`, () => assert.match(hintFor({ ...nothing, ...evidence }) ?? '', expected));
}

test('a URL is shown without its possible secrets', () => {
  assert.equal(withoutSecrets('https://ada:pw@example.org/mcp?key=1#x'), 'https://example.org/mcp?…');
  assert.equal(withoutSecrets('https://example.org/mcp'), 'https://example.org/mcp');
});
