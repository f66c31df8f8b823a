// What a server may make us request while a user signs in.
import assert from 'node:assert/strict';
import dns from 'node:dns';
import { type ServerResponse, createServer } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, mock, test } from 'node:test';
import type { Fault } from '../../src/base/fault.ts';
import type { OAuthParts } from '../../src/core/servers/oauth/oauthParts.ts';
import { LoopbackRedirect } from '../../src/core/servers/oauth/loopback.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { manage } from './serversSupport.ts';

failOnLeaks();

/** Names of the internet, all of which lead to this machine. */
beforeEach(() => {
  const real = dns.lookup;
  const lookup = (name: string, options: dns.LookupOptions, done: (...found: unknown[]) => void): void => {
    if (!name.endsWith('.example')) return void real(name, options, done as never);
    if (options.all) done(null, [{ address: '127.0.0.1', family: 4 }]);
    else done(null, '127.0.0.1', 4);
  };
  mock.method(dns, 'lookup', lookup as never);
  syncBuiltinESMExports();
});
afterEach(() => {
  mock.restoreAll();
  syncBuiltinESMExports();
});

interface Exchange {
  readonly path: string;
  readonly host: string;
}

/** One port for the server and all that its metadata name; the Host header tells them apart. */
async function startWorld(route: (exchange: Exchange, response: ServerResponse, port: number) => void) {
  const seen: Exchange[] = [];
  const server = createServer((request, response) => {
    const exchange = { path: request.url ?? '', host: (request.headers.host ?? '').replace(/:\d+$/, '') };
    seen.push(exchange);
    request.resume();
    route(exchange, response, (server.address() as AddressInfo).port);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = async (): Promise<void> => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { seen, port, [Symbol.asyncDispose]: close };
}

const json = (response: ServerResponse, value: unknown, status = 200): void =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

/** A server on the internet that names this authorization server. */
function namesIssuer(
  issuer: (port: number) => string,
  more?: (exchange: Exchange, response: ServerResponse) => boolean,
) {
  return ({ path, host }: Exchange, response: ServerResponse, port: number): void => {
    if (more?.({ path, host }, response)) return;
    if (host !== 'mcp.example') return json(response, { secret: 'of an inner service' }, 500);
    const resource = `http://mcp.example:${port}/mcp`;
    if (path.startsWith('/.well-known/oauth-protected-resource'))
      return json(response, { resource, authorization_servers: [issuer(port)] });
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  };
}

function makeParts(): OAuthParts & { readonly opened: string[] } {
  const opened: string[] = [];
  const secrets = { get: async () => undefined, set: async () => {}, delete: async () => {} };
  const openExternal = async (url: string): Promise<boolean> => opened.push(url) < 0;
  return { opened, secrets, ask: { openExternal }, clientName: 'test' };
}

async function faultOf(port: number, oauth: OAuthParts = makeParts(), issuer?: string): Promise<Fault> {
  const launch = { kind: 'http', url: `http://mcp.example:${port}/mcp`, headers: {} } as const;
  await using subject = manage({ ...launch, ...(issuer !== undefined && { oauth: { issuer } }) }, {}, { oauth });
  return await subject.server.start().then(
    () => assert.fail('it started'),
    (fault: Fault) => fault,
  );
}

const inside = [
  '127.0.0.1',
  '127.1.2.3',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '0.0.0.0',
  'localhost',
  'localhost.',
  'a.localhost',
  '10.0.0.1',
  '172.16.3.4',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:a00:1]',
  '[fd00::1]',
  '[fe80::1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
  '[::127.0.0.1]',
  'rebound.example', // a name whose address is this machine
];

for (const host of inside)
  test(`an internet server that names ${host} as its authorization server makes us request nothing there`, async () => {
    await using world = await startWorld(namesIssuer((port) => `http://${host}:${port}`));
    const fault = await faultOf(world.port);
    assert.equal(fault.code, 'server/auth-required');
    assert.deepEqual(
      world.seen.filter((exchange) => exchange.host !== 'mcp.example'),
      [],
    );
    assert.match(fault.message, /this machine or a private network/, fault.message);
    assert.match(fault.hint ?? '', /"issuer"/);
  });

test('the metadata address of a challenge, an endpoint and the sign-in page are checked alike', async () => {
  const at = (port: number): string => `http://127.0.0.1:${port}`;
  await using challenge = await startWorld(({ host }, response, port) => {
    if (host !== 'mcp.example') return json(response, {});
    response.writeHead(401, { 'www-authenticate': `Bearer resource_metadata="${at(port)}/meta"` }).end();
  });
  assert.match((await faultOf(challenge.port)).message, /private network/);
  assert.deepEqual(
    challenge.seen.filter(({ host }) => host !== 'mcp.example'),
    [],
  );

  const endpoints = { authorization_endpoint: 'authorize', token_endpoint: 'token', registration_endpoint: 'register' };
  for (const inner of ['registration_endpoint', 'authorization_endpoint'] as const) {
    await using world = await startWorld(({ host, path }, response, port) => {
      const own = `http://mcp.example:${port}`;
      const urls = Object.entries(endpoints).map(([key, name]) => [key, `${key === inner ? at(port) : own}/${name}`]);
      if (path.startsWith('/.well-known/oauth-authorization-server'))
        return json(response, {
          issuer: `${own}/`,
          response_types_supported: ['code'],
          code_challenge_methods_supported: ['S256'],
          ...Object.fromEntries(urls),
        });
      if (path === '/register') return json(response, { client_id: host, redirect_uris: [] }, 201);
      response.writeHead(path === '/mcp' ? 401 : 404, { 'www-authenticate': 'Bearer' }).end();
    });
    const oauth = makeParts();
    assert.match((await faultOf(world.port, oauth)).message, /private network/, inner);
    assert.deepEqual(oauth.opened, []);
    assert.deepEqual(
      world.seen.filter(({ host }) => host !== 'mcp.example'),
      [],
      inner,
    );
  }
});

test('a redirect to this machine is not followed', async () => {
  await using world = await startWorld(({ host, path }, response, port) => {
    if (host !== 'mcp.example') return json(response, {});
    if (path !== '/mcp') return void response.writeHead(302, { location: `http://127.0.0.1:${port}/inner` }).end();
    response.writeHead(401, { 'www-authenticate': 'Bearer' }).end();
  });
  await faultOf(world.port);
  assert.deepEqual(
    world.seen.filter(({ host }) => host !== 'mcp.example'),
    [],
  );
});

test('an authorization server inside is used if the entry names it', async () => {
  await using world = await startWorld(namesIssuer((port) => `http://rebound.example:${port}`));
  await faultOf(world.port, makeParts(), `http://rebound.example:${world.port}`);
  assert.ok(world.seen.some(({ host }) => host === 'rebound.example'));
});

test('no body of an authorization server is in a fault, also not in part', async () => {
  const bodies: readonly (readonly [number, string])[] = [
    [200, '<html>AKIA-INNER-SECRET</html>'],
    [500, 'INNER-SECRET'],
    [400, 'INNER-SECRET'],
    [200, '{"issuer": "x", INNER-SECRET'],
    [200, `"INNER-SECRET"`],
    [200, JSON.stringify({ issuer: 'INNER-SECRET' })],
  ];
  for (const [status, body] of bodies) {
    await using world = await startWorld(
      namesIssuer(
        (port) => `http://mcp.example:${port}/as`,
        ({ path }, response) => {
          if (!/register|authorization-server|openid/.test(path)) return false;
          response.writeHead(path === '/register' ? 400 : status, { 'content-type': 'application/json' }).end(body);
          return true;
        },
      ),
    );
    const { message, hint, cause } = await faultOf(world.port);
    assert.doesNotMatch(`${message} ${hint} ${cause instanceof Error ? cause.stack : ''}`, /INNER|SECRET|<htm/, body);
  }
});

test('the reason that an authorization server gives in the form of OAuth is in the fault', async () => {
  await using world = await startWorld(
    namesIssuer(
      (port) => `http://mcp.example:${port}/`,
      ({ path }, response) => {
        if (path !== '/register')
          return path.startsWith('/.well-known/o') && !path.includes('resource')
            ? (response.writeHead(404).end(), true)
            : false;
        json(response, { error: 'access_denied', error_description: 'Only known clients', trace: 'INNER' }, 403);
        return true;
      },
    ),
  );
  const { message } = await faultOf(world.port);
  assert.match(message, /access_denied.*Only known clients/);
  assert.doesNotMatch(message, /INNER/);
});

test('the callback listener survives any request line', async () => {
  const redirect = await LoopbackRedirect.open([]);
  try {
    redirect.expect('state');
    const port = Number(new URL(redirect.url).port);
    const lines = [
      'GET // HTTP/1.1',
      'GET http://[ HTTP/1.1',
      'GET http:// HTTP/1.1',
      'OPTIONS * HTTP/1.1',
      'GET /callback?state=%E0%A4%A HTTP/1.1',
      'GET //[::1/callback HTTP/1.1',
      'CONNECT x:1 HTTP/1.1',
      'nonsense',
      '\0',
    ];
    for (const line of lines) assert.doesNotMatch(await answerTo(port, line), /^HTTP\/1.1 2/, line);
    const page = answerTo(port, 'GET /callback?state=state&code=c HTTP/1.1');
    assert.equal((await redirect.answer(new AbortController().signal)).get('code'), 'c');
    redirect.conclude(true);
    assert.match(await page, /^HTTP\/1.1 200/);
  } finally {
    redirect.dispose();
  }
});

function answerTo(port: number, line: string): Promise<string> {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(`${line}\r\nHost: x\r\nConnection: close\r\n\r\n`));
    socket
      .on('data', (chunk) => (text += String(chunk)))
      .on('error', () => {})
      .once('close', () => resolve(text));
  });
}
