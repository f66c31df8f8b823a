import assert from 'node:assert/strict';
import { test } from 'node:test';
import { harmlessBody } from '../../../src/core/servers/oauth/steps/harmlessBody.ts';
import { MetadataRequests } from '../../../src/core/servers/oauth/metadataRequests.ts';

const { signal } = new AbortController();

function mayName(server: string, url: string, issuer?: string): boolean {
  try {
    new MetadataRequests({
      server: new URL(server),
      named: issuer === undefined ? [] : [issuer],
      signal,
    }).assertMayName(new URL(url));
    return true;
  } catch {
    return false;
  }
}

test('a server may name addresses of the internet and of its own kind, and no others', () => {
  const [loopback, inner, outer, cloud] = [
    'http://127.0.0.1:1',
    'http://10.0.0.1',
    'https://as.example',
    'http://169.254.169.254',
  ];
  const rows: readonly (readonly [server: string, allowed: readonly string[]])[] = [
    [loopback, [loopback, outer]],
    ['http://localhost:9', [loopback, outer]],
    [inner, [inner, outer]],
    ['http://nas.local', [inner, outer]],
    [outer, [outer]],
    ['http://169.254.1.1', [outer]],
  ];
  for (const [server, allowed] of rows)
    for (const url of [loopback, inner, outer, cloud])
      assert.equal(mayName(`${server}/mcp`, `${url}/x`), allowed.includes(url), `${server} names ${url}`);
});

test('a server may always name itself, and the entry may name an authorization server anywhere', () => {
  assert.ok(mayName('http://169.254.1.1:80/mcp', 'http://169.254.1.1/x'));
  assert.ok(!mayName('http://169.254.1.1/mcp', 'http://169.254.1.1:8080/x'));
  assert.ok(mayName('https://mcp.example', 'http://10.0.0.1/token', 'http://10.0.0.1/realm'));
  assert.ok(!mayName('https://mcp.example', 'http://10.0.0.1:81/token', 'http://10.0.0.1/realm'));
  assert.ok(!mayName('https://mcp.example', 'http://10.0.0.1/token', 'not an address'));
});

test('of a refusal only what OAuth defines is passed on, of a success only an object', () => {
  assert.equal(harmlessBody(200, '{"a": 1}'), '{"a":1}');
  for (const body of ['', '[1]', '"a"', '7', 'null', '<html>', '{"a": 1']) assert.equal(harmlessBody(200, body), '');
  assert.equal(
    harmlessBody(400, '{"error":"e","error_description":"d","x":1}'),
    '{"error":"e","error_description":"d"}',
  );
  assert.equal(harmlessBody(302, '{"a":1}'), '');
  const long = 'x'.repeat(301);
  assert.equal(harmlessBody(400, JSON.stringify({ error: long })), '');
  assert.equal(harmlessBody(400, JSON.stringify({ error: 'e', error_description: long })), '{"error":"e"}');
  assert.equal(harmlessBody(400, JSON.stringify({ error: 'e', error_description: 'a\nb' })), '{"error":"e"}');
});
