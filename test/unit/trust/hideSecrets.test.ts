import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { addServer } from '../../../src/core/config/edit/edit.ts';
import { parseConfig } from '../../../src/core/config/parse/parseConfig.ts';
import { hideSecrets, looksSecret } from '../../../src/core/trust/redaction/hideSecrets.ts';

const token = `ghp_${'aB3dE5gH7j'.repeat(4)}`;

test(`secrets of variables and headers become inputs, and the rest stays${proves('C35')}`, () => {
  const { server, secrets } = hideSecrets({
    name: 'My Git',
    body: { command: 'npx', args: ['-y', 'x'], env: { GITHUB_TOKEN: token, MODE: 'fast', KEY: '${env:KEY}' } },
  });
  assert.deepEqual(secrets, [{ input: 'my-git-github-token', name: 'GITHUB_TOKEN', value: token }]);
  assert.deepEqual(server.body, {
    command: 'npx',
    args: ['-y', 'x'],
    env: { GITHUB_TOKEN: '${input:my-git-github-token}', MODE: 'fast', KEY: '${env:KEY}' },
  });
  const written = addServer(undefined, 'vscode', server);
  assert.ok(written.ok && !written.text.includes(token));
  const { problems, inputs } = parseConfig(written.text, 'vscode', 'f');
  assert.deepEqual(problems, []);
  assert.deepEqual(
    inputs.map(({ id, password }) => [id, password]),
    [['my-git-github-token', true]],
  );
});

test('the scheme before a token stays in the file', () => {
  const { server, secrets } = hideSecrets({
    name: 'x',
    body: { url: 'https://x/mcp', headers: { Authorization: `Bearer ${token}` } },
  });
  assert.deepEqual(server.body['headers'], { Authorization: 'Bearer ${input:x-authorization}' });
  assert.equal(secrets[0]?.value, token);
});

test('what is no secret is left alone, down to the very object', () => {
  const server = { name: 'x', body: { command: 'x', env: { API_KEY: 'YOUR_API_KEY', TOKEN: '<token>', PORT: '1' } } };
  assert.equal(hideSecrets(server).server, server);
  assert.equal(looksSecret('PASSWORD', 'hunter2hunter2'), true);
  assert.equal(looksSecret('API_KEY', '${input:k}'), false);
});

test('an input of another server is not taken over', () => {
  const server = { name: 'x', body: { command: 'x', env: { API_KEY: token } } };
  assert.equal(hideSecrets(server, new Set(['x-api-key'])).secrets[0]?.input, 'x-api-key-2');
});
