import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { workspaceSources } from '../../../src/core/config/sources/configFiles.ts';
import { asNewServer, convertConfig } from '../../../src/core/config/sources/importServers.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { folder } from './support.ts';

test('each folder is followed in six places, and the workspace file after them', () => {
  assert.deepEqual(
    workspaceSources({ folders: [folder], file: path.join(folder.path, 'all.code-workspace') }).map(
      ({ kind, file }) => [kind, path.relative(folder.path, file).replaceAll(path.sep, '/')],
    ),
    [
      ['vscode', '.vscode/mcp.json'],
      ['mcpJson', '.mcp.json'],
      ['mcpJson', 'mcp.json'],
      ['mcprc', '.mcprc'],
      ['devcontainer', '.devcontainer/devcontainer.json'],
      ['devcontainer', '.devcontainer.json'],
      ['codeWorkspace', 'all.code-workspace'],
    ],
  );
});

test('an import takes our form of variables, and no approvals', () => {
  const { servers } = parseConfig(
    '{"mcpServers":{"a":{"command":"x","env":{"K":"${TOKEN}"},"alwaysAllow":["*"],"autoStart":true},"b":{"serverUrl":"https://b/mcp"}}}',
    'windsurf',
    'f',
  );
  assert.deepEqual(servers.map(asNewServer), [
    { name: 'a', body: { type: 'stdio', command: 'x', env: { K: '${env:TOKEN}' } } },
    { name: 'b', body: { type: 'http', url: 'https://b/mcp' } },
  ]);
});

test('a file is converted whole, and a broken or empty one is refused', () => {
  const converted = convertConfig('{"servers":{"a":{"command":"x","args":["${env:K}"]}}}', 'vscode', 'claudeCode');
  assert.deepEqual(converted.ok && JSON.parse(converted.text), {
    mcpServers: { a: { type: 'stdio', command: 'x', args: ['${K}'] } },
  });
  assert.equal(convertConfig('{"servers":{', 'vscode', 'cursor').ok, false);
  assert.equal(convertConfig('{}', 'vscode', 'cursor').ok, false);
});

test('headers may be a list, come from variables, and be plain numbers', () => {
  const headers = (body: object) => {
    const { launch } =
      parseConfig(JSON.stringify({ a: { url: 'https://x', ...body } }), 'mcpJson', 'f').servers[0] ?? {};
    return launch && launch.kind !== 'stdio' ? launch.headers : undefined;
  };
  assert.deepEqual(headers({ headers: ['A: b:c', 'D:e'] }), { A: 'b:c', D: 'e' });
  assert.deepEqual(headers({ headers: { N: 5, B: true, Z: null } }), { N: '5', B: 'true' });
  assert.deepEqual(headers({ env_http_headers: { 'X-K': 'NAME' }, bearer_token_env_var: 'T' }), {
    'X-K': '${env:NAME}',
    Authorization: 'Bearer ${env:T}',
  });
  assert.deepEqual(headers({ headers: { authorization: 'mine' }, bearerTokenEnvVar: 'T' }), { authorization: 'mine' });
  for (const none of ['nothing', ': value']) {
    const { problems } = parseConfig(JSON.stringify({ a: { url: 'https://x', headers: [none] } }), 'mcpJson', 'f');
    assert.ok(problems.some(({ message }) => message === 'A header in a list is written as "Name: value".'));
    assert.equal(headers({ headers: [none] }), undefined);
  }
  assert.equal(headers({ headers: 5 }), undefined);
});

test('oauth is read where it is an object', () => {
  const oauth = (body: object) => {
    const { launch } =
      parseConfig(JSON.stringify({ a: { url: 'https://x', ...body } }), 'mcpJson', 'f').servers[0] ?? {};
    return launch && launch.kind !== 'stdio' ? launch.oauth : undefined;
  };
  assert.deepEqual(oauth({ oauth: { clientId: 'c', scopes: ['a', 5], enterpriseManaged: true } }), {
    clientId: 'c',
    scopes: ['a'],
    enterpriseManaged: true,
  });
  assert.deepEqual(oauth({ oauthClientId: 'old' }), { clientId: 'old' });
  assert.equal(oauth({ oauth: 'yes' }), undefined);
});

test('an invalid option is reported and ignored', () => {
  const config = parseConfig(
    '{"a":{"command":"x","disabled":"yes","timeout":"long","description":5,"tools":{"a":1}}}',
    'mcpJson',
    'f',
  );
  assert.deepEqual(config.servers[0]?.options, { disabled: false, autoStart: false });
  assert.deepEqual(
    config.problems.map(({ severity }) => severity),
    ['warning', 'warning', 'warning'],
  );
});
