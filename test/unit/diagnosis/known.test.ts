import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../../src/core/diagnosis/diagnose.ts';
import { remotes } from '../../../src/core/diagnosis/known/remotes.ts';
import { servers } from '../../../src/core/diagnosis/known/servers.ts';
import { serviceOfKey, services } from '../../../src/core/diagnosis/known/services.ts';
import { evidenceOf } from './corpus/setup.ts';

test('each public server is known once, and by something that the rules can use', () => {
  const ids = servers.flatMap((server) => server.ids);
  assert.equal(new Set(ids).size, ids.length);
  const idle = servers.filter((server) => Object.keys(server).length < 2);
  assert.deepEqual(idle, []);
  assert.ok(ids.length >= 60, String(ids.length));
});

test('another name is that of a variable that the server reads, and is not one itself', () => {
  for (const { needs = [], reads = [], also = {} } of servers)
    for (const [other, name] of Object.entries(also)) {
      assert.ok([...needs, ...reads].includes(name), name);
      assert.ok(![...needs, ...reads].includes(other), other);
    }
});

test('the pages of the tables are addresses, and each service of a remote server is known', () => {
  const pages = Object.values(services).flatMap(({ page }) => page ?? []);
  const more = Object.values(remotes).flatMap(({ clients, registration }) =>
    [clients ?? [], registration ?? []].flat(),
  );
  for (const page of [...pages, ...more]) assert.match(page, /^https:\/\/[^\s]+$/);
  for (const { service } of Object.values(remotes)) assert.ok(Object.hasOwn(services, service), service);
});

test('a key is that of the service with the longest beginning', () => {
  assert.equal(serviceOfKey('sk-ant-api03-x'), 'Anthropic');
  assert.equal(serviceOfKey('sk-proj-x'), 'OpenAI');
  assert.equal(serviceOfKey('patience'), undefined, 'a short beginning says nothing');
});

const healthy = 'Warning: no API key is set. Some tools require credentials; see the usage: README, not found in .env';

test('what is known of a server makes no finding of what it prints while it is well', () => {
  for (const { ids, needs = [], also = {} } of servers) {
    const others = [...Object.keys(also), ...needs.map((name) => `${name.split('_', 1)[0] ?? ''}_OTHER_KEY`)];
    const env = Object.fromEntries(others.map((name) => [name, 'value']));
    for (const id of ids) {
      const launch = { command: 'npx', args: ['-y', id], env };
      const found = diagnose(evidenceOf({ name: id, rule: '', says: /x/, launch, stderr: healthy }));
      assert.deepEqual(
        found.filter(({ certainty }) => certainty === 'certain').map(({ rule }) => rule),
        [],
        id,
      );
    }
  }
});

test('where a key is asked for, the page where it is made follows', () => {
  const launch = { command: 'npx', args: ['-y', 'exa-mcp-server'] };
  const stderr = 'EXA_API_KEY environment variable is required';
  const [first] = diagnose(evidenceOf({ name: '', rule: '', says: /x/, launch, stderr, exit: 1 }));
  const cures = first?.remedies.map(({ cure }) => (cure?.kind === 'browse' ? cure.url : cure?.kind));
  assert.deepEqual(cures?.slice(0, 2), ['addInput', 'https://dashboard.exa.ai/api-keys']);
});

test('a key that only a browser has is made on no page', () => {
  const launch = { command: 'npx', args: ['-y', 'slack-mcp-server'], env: { SLACK_MCP_XOXC_TOKEN: 'xoxc-1' } };
  const stderr = 'both SLACK_MCP_XOXC_TOKEN and SLACK_MCP_XOXD_TOKEN must be provided';
  const [first] = diagnose(evidenceOf({ name: '', rule: '', says: /x/, launch, stderr, exit: 1 }));
  assert.deepEqual(
    first?.remedies.map(({ cure }) => cure?.kind),
    ['addInput'],
  );
});

test('a token of an unknown form is not said to be another kind of key: a sign-in gives tokens of any form', () => {
  const url = 'https://mcp.linear.app/mcp';
  for (const token of ['0123456789abcdef', 'eyJhbGciOiJIUzI1NiJ9.e30.x']) {
    const headers = { Authorization: `Bearer ${token}` };
    const [first] = diagnose(evidenceOf({ name: '', rule: '', says: /x/, url, headers, status: 401 }));
    assert.equal(first?.rule, 'http/401');
  }
});

test('a value that is a variable of the editor may be any key', () => {
  const env = { TAVILY_TOKEN: '${input:tavily}' };
  const launch = { command: 'npx', args: ['-y', 'tavily-mcp'], env };
  const stderr = 'TAVILY_API_KEY environment variable is required';
  const [first] = diagnose(evidenceOf({ name: '', rule: '', says: /x/, launch, stderr, exit: 1 }));
  assert.equal(first?.rule, 'variable/other-name');
});
