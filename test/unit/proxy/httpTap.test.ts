import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type RequestListener, type Server, createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { test } from 'node:test';
import { type HttpTap, tapHttp } from '../../../src/core/proxy/httpTap.ts';
import { TapAddress } from '../../../src/core/proxy/tapAddress.ts';
import type { FrameCopies } from '../../../src/core/proxy/tapProtocol.ts';
import { until } from '../../support/until.ts';

async function serve(handle: RequestListener): Promise<Server & { readonly port: number }> {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return Object.assign(server, { port: (server.address() as AddressInfo).port });
}

interface Tapped {
  readonly tap: HttpTap;
  /** In order: what passed by its id, and what was lost. */
  readonly events: string[];
  readonly states: string[];
  end(): Promise<void>;
}

async function tapped(handle: RequestListener, passesForeign = false): Promise<Tapped> {
  const target = await serve(handle);
  const events: string[] = [];
  const states: string[] = [];
  const copies: FrameCopies = {
    wire: (direction, text) => void events.push(`${direction} ${/"id":(\d+)/.exec(text)?.[1]}`),
    stderr: () => {},
    state: (text, http) => void states.push(`${text} ${JSON.stringify(http)}`),
    lost: (id, reason) => void events.push(`lost ${String(id)}: ${reason}`),
  };
  const url = new URL(`http://127.0.0.1:${target.port}/mcp?team=blue`);
  const tap = await tapHttp({ target: url, port: 0, copies, passesForeign });
  const end = async (): Promise<void> => {
    await tap.close();
    target.closeAllConnections();
    target.close();
  };
  return { tap, events, states, end };
}

/** What the printed URL holds beside the path of the target. */
const tokenOf = (tap: HttpTap): string => new URL(tap.url).pathname.split('/')[1]!;

/** A request line as no client library would write it, with the token before its path. Resolves with the status. */
async function raw(tap: HttpTap, given: string, host = new URL(tap.url).host): Promise<number> {
  const { port } = new URL(tap.url);
  const place = given.startsWith('/') ? `/${tokenOf(tap)}${given}` : given;
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(`GET ${place} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer x\r\nConnection: close\r\n\r\n`);
  let text = '';
  for await (const chunk of socket) text += String(chunk);
  return Number(text.split(' ')[1]);
}

test('a request reaches the target and nothing else, whatever its first line says', async () => {
  const elsewhere: string[] = [];
  const other = await serve((request, response) => {
    elsewhere.push(request.url ?? '');
    response.end();
  });
  const seen: string[] = [];
  const { tap, end } = await tapped((request, response) => {
    seen.push(request.url ?? '');
    response.end();
  });
  const host = `127.0.0.1:${other.port}`;
  assert.equal(await raw(tap, `//${host}/steal`), 200);
  assert.equal(await raw(tap, '//'), 200);
  assert.equal(await raw(tap, `http://${host}/steal`), 400);
  assert.equal((await fetch(tap.url)).status, 200);
  assert.equal(await raw(tap, '/other/../path?a=//b'), 200);
  assert.deepEqual(elsewhere, []);
  assert.deepEqual(seen, [`//${host}/steal`, '//', '/mcp?team=blue', '/other/../path?a=//b']);
  other.closeAllConnections();
  other.close();
  await end();
});

for (const passes of [false, true])
  test(`a foreign host ${passes ? 'reaches a target that is tested for it, with the token only' : 'is refused'}`, async () => {
    const hosts: (string | undefined)[] = [];
    const { tap, end } = await tapped((request, response) => {
      hosts.push(request.headers.host);
      response.writeHead(request.headers.host === 'evil.example' ? 421 : 200).end();
    }, passes);
    assert.equal(await raw(tap, '/mcp', 'evil.example'), passes ? 421 : 403);
    assert.equal(await raw(tap, '/mcp'), 200);
    assert.equal(await raw(tap, 'http://evil.example/mcp', 'evil.example'), 400);
    assert.deepEqual(hosts.length, passes ? 2 : 1);
    assert.match(hosts.at(-1) ?? '', /^127\.0\.0\.1:\d+$/);
    await end();
  });

async function ask(tap: HttpTap, ...ids: readonly number[]): Promise<void> {
  const all = ids.map((id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'x' } }));
  const body = JSON.stringify(all.length === 1 ? all[0] : all);
  const headers = { 'content-type': 'application/json' };
  await fetch(tap.url, { method: 'POST', headers, body })
    .then((response) => response.text())
    .catch(String);
}

test('a request that a server will not answer is called lost, after it was shown', async () => {
  const answers: RequestListener[] = [
    (request) => request.socket.destroy(),
    (_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"jsonrpc":"2.0","id":3,"result":{}}\n\n', () => response.destroy());
    },
  ];
  const { tap, events, end } = await tapped((request, response) => {
    request.resume().once('end', () => answers.shift()!(request, response));
  });
  await ask(tap, 1);
  await until(() => events.length === 2, 'the copies of the first request');
  assert.deepEqual(events.splice(0), ['toServer 1', 'lost 1: socket hang up']);
  await ask(tap, 3, 4); // the window knows that 3 has its answer
  await until(() => events.length === 4, 'the copies of the second request');
  const broken = 'the connection broke off';
  assert.deepEqual(events.splice(0), ['toServer 3', 'toClient 3', `lost 3: ${broken}`, `lost 4: ${broken}`]);
  await end();
});

test('a request that is answered, or answered elsewhere, is not lost', async () => {
  const { tap, events, end } = await tapped((request, response) => {
    request.resume().once('end', () => response.writeHead(202).end());
  });
  await ask(tap, 1);
  await ask(tap, 2);
  await until(() => events.includes('toServer 2'), 'the copy of the next request');
  assert.deepEqual(events, ['toServer 1', 'toServer 2']);
  await end();
});

test('a program that does not know the printed URL reaches nothing through the tap', async () => {
  const seen: string[] = [];
  const { tap, end } = await tapped((request, response) => {
    seen.push(request.url ?? '');
    response.end();
  });
  const { origin, pathname } = new URL(tap.url);
  const token = tokenOf(tap);
  assert.match(token, /^[\w-]{32,}$/);
  assert.equal(pathname, `/${token}/mcp`);
  const wrong = [
    '/mcp?team=blue',
    '/',
    '//mcp',
    `/${token.slice(1)}/mcp`,
    `/${token}x/mcp`,
    `/mcp?${token}`,
    `/mcp#/${token}`,
    `/mcp?a=/${token}/`,
    `/${token.toUpperCase()}/mcp`,
    `/${encodeURIComponent('x')}${token}/mcp`,
  ];
  for (const place of wrong) {
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await fetch(origin + place, { method: 'POST', headers, body: '{}' })).status, 404, place);
  }
  assert.deepEqual(seen, []);
  assert.equal(new TapAddress(new URL(tap.url)).pathFor(`/${'é'.repeat(token.length)}/mcp`), undefined);
  await end();
});

test('the target does not see the token, nor does a copy, wherever a client puts it', async () => {
  const seen: string[] = [];
  const { tap, states, end } = await tapped((request, response) => {
    seen.push(request.url ?? '');
    response.writeHead(404).end();
  });
  const { origin } = new URL(tap.url);
  const token = tokenOf(tap);
  // Metadata of a resource are where its path comes after theirs.
  for (const place of [`/${token}/mcp?x=1`, `/.well-known/oauth-protected-resource/${token}/mcp`, `/${token}`])
    await fetch(origin + place);
  assert.deepEqual(seen, ['/mcp?x=1', '/.well-known/oauth-protected-resource/mcp', '/']);
  assert.ok(states.length >= 3 && !states.join().includes(token), states.join());
  await end();
});

test('the address that a legacy stream names for messages is reached without the token, and no other', async () => {
  const seen: string[] = [];
  const { tap, end } = await tapped((request, response) => {
    if (request.method === 'GET') {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('event: endpoint\ndata: /messages?sessionId=7f3a\n\n');
      response.write('event: endpoint\ndata: http://elsewhere.example/x\n\n');
      return void response.write('data: {"jsonrpc":"2.0","method":"x","params":{}}\n\n');
    }
    seen.push(request.url ?? '');
    response.writeHead(202).end();
  });
  const stream = await fetch(tap.url);
  const { origin } = new URL(tap.url);
  const send = async (place: string): Promise<number> => (await fetch(origin + place, { method: 'POST' })).status;
  await until(async () => (await send('/messages?sessionId=7f3a')) === 202, 'the address is known');
  for (const place of ['/messages?sessionId=7f3b', '/messages', '/x', '/']) assert.equal(await send(place), 404, place);
  assert.deepEqual([...new Set(seen)], ['/messages?sessionId=7f3a']);
  await stream.body?.cancel();
  await end();
});
