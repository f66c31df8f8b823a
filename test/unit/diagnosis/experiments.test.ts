// Experiments of the doctor: what each learns, and what it does not reach.
import assert from 'node:assert/strict';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { diagnose } from '../../../src/core/diagnosis/diagnose.ts';
import type { ExperimentHost, HttpAnswer, Learned } from '../../../src/core/diagnosis/experiments/experiment.ts';
import { weigh } from '../../../src/core/diagnosis/experiments/weigh.ts';
import { processOnPort } from '../../../src/core/diagnosis/experiments/portProcess.ts';
import { runExperiments } from '../../../src/core/diagnosis/experiments/runExperiments.ts';
import type { Evidence } from '../../../src/core/diagnosis/model/evidence.ts';
import { type BrokenSetup, evidenceOf } from './corpus/setup.ts';

interface Tried {
  readonly learned: readonly Learned[];
  readonly asked: readonly string[];
  readonly titles: readonly string[];
}

type Setup = Omit<BrokenSetup, 'name' | 'rule' | 'says'>;

/** Runs all that fit, on a machine where nothing answers but what `host` says. */
function tryAll(setup: Setup, host: Partial<ExperimentHost> = {}, mayAsk = false): Promise<Tried> {
  return tryEvidence(evidenceOf({ name: '', rule: '', says: /x/, ...setup }), host, mayAsk);
}

async function tryEvidence(evidence: Evidence, host: Partial<ExperimentHost>, mayAsk = false): Promise<Tried> {
  const asked: string[] = [];
  const titles: string[] = [];
  const whole: ExperimentHost = {
    env: { PATH: '/usr/bin' },
    loginPath: async () => undefined,
    run: async () => undefined,
    holderOf: async () => undefined,
    startAlone: async () => undefined,
    ...host,
    request: async (url, init, signal) => {
      asked.push(`${init.method} ${url} ${JSON.stringify(init.headers)}`);
      return host.request?.(url, init, signal);
    },
  };
  const learned = await runExperiments(
    { evidence, diagnoses: diagnose(evidence) },
    {
      signal: new AbortController().signal,
      mayAskRegistry: async () => mayAsk,
      onProgress: (title) => titles.push(title),
    },
    whole,
  );
  return { learned, asked, titles };
}

const of = ({ learned }: Tried, experiment: string): Learned | undefined =>
  learned.find((each) => each.experiment === experiment);

const editsOf = (learned: Learned | undefined): readonly unknown[] =>
  (learned?.remedies ?? []).flatMap(({ cure }) =>
    cure?.kind === 'edit' ? cure.changes.map(({ value }) => value) : [],
  );

test('a program that only the login shell finds is named with its path, which becomes the command', async () => {
  const launch = { command: 'sh', args: [] };
  const tried = await tryAll({ launch, code: 'ENOENT' }, { loginPath: async () => '/nowhere:/bin:/usr/bin' });
  const found = of(tried, 'login-path');
  assert.match(found?.text ?? '', /finds "sh" at \/(?:usr\/)?bin\/sh/);
  assert.match(String(editsOf(found)[0]), /\/bin\/sh$/);
});

test('the process that holds a port is named', async () => {
  const tried = await tryAll(
    { exit: 1, stderr: 'Error: listen EADDRINUSE: address already in use :::3000' },
    { holderOf: async (port) => `node (${port})` },
  );
  assert.match(of(tried, 'port')?.text ?? '', /Port 3000 is held by node \(3000\)/);
});

test('the port is that of the error, and not a line of the source above it', async () => {
  const stderr =
    "node:events:502\n      throw er; // Unhandled 'error' event\n\nError: listen EADDRINUSE: address already in use :::45990\n    at Server.setupListenHandle [as _listen2] (node:net:1908:16)";
  const tried = await tryAll({ stderr, exit: 1 }, { holderOf: async (port) => `node (${port})` });
  assert.match(of(tried, 'port')?.text ?? '', /Port 45990 is held by node/);
});

test('a process of this machine is found by its port', { skip: process.platform !== 'linux' }, async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  assert.match((await processOnPort(port)) ?? '', new RegExp(`\\(${process.pid}\\)$`));
  server.close();
});

const rpc = { status: 200, type: 'application/json', body: '{"jsonrpc":"2.0","id":1,"result":{}}' };
const sse = { status: 200, type: 'text/event-stream', body: 'event: endpoint\ndata: /messages\n\n' };
const wrongPath = { url: 'https://h.example:8443/wrong?key=1', status: 404, headers: { Authorization: 'Bearer abc' } };

function answering(table: Readonly<Record<string, HttpAnswer>>): Partial<ExperimentHost> {
  return { request: async (url, { method }) => table[`${method} ${url}`] };
}

test('another path of the same host that speaks MCP becomes the URL', async () => {
  const tried = await tryAll(wrongPath, answering({ 'POST https://h.example:8443/mcp': rpc }));
  assert.match(of(tried, 'address')?.text ?? '', /answers at https:\/\/h\.example:8443\/mcp \(http\)/);
  assert.deepEqual(editsOf(of(tried, 'address')), ['http', 'https://h.example:8443/mcp']);
});

test('the other transport is found too', async () => {
  const tried = await tryAll(wrongPath, answering({ 'GET https://h.example:8443/sse': sse }));
  assert.deepEqual(editsOf(of(tried, 'address')), ['sse', 'https://h.example:8443/sse']);
});

const page = { status: 200, type: 'text/html', body: '<html>' };
const everywhere = (answer: HttpAnswer): Partial<ExperimentHost> => ({ request: async () => answer });

test('an error that refuses everything is no server at another path', async () => {
  const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Unknown route"}}';
  for (const status of [403, 404, 200]) {
    const tried = await tryAll({ ...wrongPath, body }, everywhere({ status, type: 'application/json', body }));
    assert.match(of(tried, 'address')?.text ?? '', /^No MCP server answers/, String(status));
  }
});

test('a host name that is refused is refused at every path: none is tried', async () => {
  const body = '{"jsonrpc":"2.0","error":{"code":-32000,"message":"Invalid Host header: 127.0.0.1:8300"},"id":null}';
  const { asked } = await tryAll({ url: 'http://127.0.0.1:8300/mcp', status: 403, body });
  assert.deepEqual(asked, []);
});

test('the paths that were tried are listed once, without that of the entry', async () => {
  const tried = await tryAll({ ...wrongPath, url: 'https://h.example:8443/mcp' }, everywhere(page));
  assert.match(of(tried, 'address')?.text ?? '', /either: \/sse, \/, \/api\/mcp, \/v1\/mcp$/);
});

test('an address that was tried is not proposed, and one that answers is proposed once', async () => {
  const guesses = diagnose(evidenceOf({ name: '', rule: '', says: /x/, ...wrongPath }));
  const textsOf = (weighed: ReturnType<typeof weigh>): readonly string[] =>
    [...weighed.diagnoses, ...weighed.learned].flatMap(({ remedies }) => remedies.map(({ text }) => text));
  assert.match(textsOf({ diagnoses: guesses, learned: [] }).join(), /Try \/wrong\/mcp,Try \/mcp,/);
  const none = await tryAll(wrongPath, everywhere(page));
  assert.doesNotMatch(textsOf(weigh(guesses, none.learned)).join(), /Try \//);
  const signIn = await tryAll(wrongPath, everywhere({ ...page, status: 401 }));
  assert.match(textsOf(weigh(guesses, signIn.learned)).join(), /Try \/mcp/, 'it wants a token, which was not sent');
  const hit = await tryAll(wrongPath, {
    request: async (url, { method }) => (`${method} ${url}` === 'POST https://h.example:8443/mcp' ? rpc : page),
  });
  const texts = textsOf(weigh(guesses, hit.learned));
  assert.deepEqual(
    texts.filter((text) => /\/(?:mcp|sse)/.test(text)),
    ['Try /mcp'],
  );
});

test('no other host and port is reached, and the credentials of the entry stay here', async () => {
  const { asked } = await tryAll(wrongPath);
  assert.ok(asked.length > 4);
  for (const each of asked) {
    assert.match(each, /^(?:GET|POST) https?:\/\/h\.example:8443\//);
    assert.doesNotMatch(each, /abc|uthorization/);
    if (!each.includes('https://h.example:8443/wrong')) assert.doesNotMatch(each, /key=1/);
  }
});

test('a proxy is named with what it means for the host', async () => {
  const env = { HTTPS_PROXY: 'http://user:word@10.0.0.1:3128', NO_PROXY: 'localhost,.corp.example' };
  const outside = await tryAll({ url: 'https://h.example/mcp', code: 'ETIMEDOUT' }, { env });
  assert.match(of(outside, 'proxy')?.text ?? '', /HTTPS_PROXY is set, and h\.example is not an exception/);
  assert.doesNotMatch(JSON.stringify(outside.learned), /word/, 'a proxy may have a password');
  const inside = await tryAll({ url: 'https://a.corp.example/mcp', code: 'ETIMEDOUT' }, { env });
  assert.match(of(inside, 'proxy')?.text ?? '', /a\.corp\.example is an exception/);
});

test('a server that only our first message ends is told from one that cannot start', async () => {
  const silent = { exit: 1 };
  const lives = await tryAll(silent, { startAlone: async () => ({ output: '' }) });
  assert.match(of(lives, 'alone')?.text ?? '', /our first message ends it/);
  const end = { code: 3, signal: null };
  const dies = await tryAll(silent, { startAlone: async () => ({ end, output: 'no disk' }) });
  assert.match(of(dies, 'alone')?.text ?? '', /also ends when nothing is sent to it \(3\)\. .*no disk/);
  const known = await tryAll({ exit: 1, stderr: 'Error: A_KEY environment variable is required' });
  assert.equal(of(known, 'alone'), undefined, 'what is certain needs no second start');
});

test('a server that ends by itself is given the time that it took before', async () => {
  const times: number[] = [];
  const startAlone: ExperimentHost['startAlone'] = async (_launch, _path, { forMs }) => {
    times.push(forMs);
    return { output: '' };
  };
  const evidence = evidenceOf({ name: '', rule: '', says: /x/, exit: 1 });
  for (const livedMs of [100, 4_000, 60_000])
    await tryEvidence({ ...evidence, end: { code: 1, signal: null, livedMs } }, { startAlone });
  assert.deepEqual(times, [2_700, 10_500, 15_000]);
});

test('a server that neither ends nor responds is not started again to see the same', async () => {
  const started: unknown[] = [];
  const startAlone: ExperimentHost['startAlone'] = async (launch) => void started.push(launch);
  await tryAll({ stderr: 'waiting for the database', timedOut: true, stdout: 'ready' }, { startAlone });
  assert.deepEqual(started, []);
});

const silent = { timedOut: true, launch: { command: '/usr/bin/python3', args: ['count.py'] } };
const answer = '{"jsonrpc":"2.0","id":1,"result":{}}';

test('Python that keeps its output back is proven by a start without a buffer', async () => {
  const startAlone: ExperimentHost['startAlone'] = async ({ env }) => ({
    output: env['PYTHONUNBUFFERED'] === '1' ? answer : '',
  });
  const tried = of(await tryAll(silent, { startAlone }), 'silent');
  assert.match(tried?.text ?? '', /With PYTHONUNBUFFERED=1 the server responds/);
  assert.deepEqual(editsOf(tried), ['1']);
  const node = of(await tryAll({ ...silent, launch: { command: 'node', args: ['a.js'] } }, { startAlone }), 'silent');
  assert.equal(node, undefined);
});

test('a server that waits for heads is proven by a message with one', async () => {
  const startAlone: ExperimentHost['startAlone'] = async (_launch, _path, { input = '' }) => ({
    output: /^Content-Length: \d+\r\n\r\n\{/.test(input) ? answer : '',
  });
  assert.match(of(await tryAll(silent, { startAlone }), 'silent')?.text ?? '', /messages with "Content-Length" heads/);
  assert.equal(of(await tryAll(silent), 'silent'), undefined);
});

test('versions are read of runtimes only, not of any program that an entry names', async () => {
  const ran: string[] = [];
  const run: ExperimentHost['run'] = async (program) => (ran.push(program), 'v24.0.0');
  const programs = { node: '/usr/bin/node', npx: '/usr/bin/npx', evil: '/tmp/evil' };
  const tried = await tryAll({ launch: { command: 'npx', args: ['x'] }, exit: 1, programs }, { run });
  assert.match(of(tried, 'versions')?.text ?? '', /npx v24\.0\.0 .*node v24\.0\.0/);
  ran.length = 0;
  await tryAll({ launch: { command: '/opt/node24/bin/node', args: [] }, exit: 1, programs }, { run });
  assert.deepEqual(ran, ['/opt/node24/bin/node'], 'the one that the entry names');
  ran.length = 0;
  await tryAll({ launch: { command: 'evil', args: [] }, exit: 1, programs }, { run });
  assert.deepEqual(ran, []);
});

const typo = {
  launch: { command: 'npx', args: ['-y', 'acme-mpc@1.0.0'] },
  exit: 1,
  stderr: "npm error 404  'acme-mpc@1.0.0' is not in this registry.",
  programs: { npm: '/usr/bin/npm' },
};

/** As `npm search --json` prints them. */
const listed = (name: string, publisher: string, repository?: string) => ({
  name,
  publisher: { username: publisher },
  links: repository === undefined ? {} : { repository },
});

test('the registry is asked only after a yes, and a near name is offered with its publisher', async () => {
  const ran: (readonly string[])[] = [];
  const found = [
    listed('acme-mcp', 'acme', 'git+https://github.com/acme/acme-mcp.git'),
    listed('acme-mpd', 'somebody'),
    listed('acme-mcp-extra', 'acme', 'https://github.com/acme/extra'),
  ];
  const run: ExperimentHost['run'] = async (program, args) => {
    if (program !== '/usr/bin/npm') return undefined;
    ran.push(args);
    return args[0] === 'search' ? JSON.stringify(found) : undefined;
  };
  const refused = await tryAll(typo, { run });
  assert.deepEqual([of(refused, 'registry'), ran], [undefined, []]);
  const allowed = of(await tryAll(typo, { run }, true), 'registry');
  assert.match(allowed?.text ?? '', /does not know acme-mpc\. It has: acme-mcp, acme-mpd, acme-mcp-extra/);
  assert.deepEqual(editsOf(allowed), ['acme-mcp'], 'neither one without a source nor another name');
  assert.match(allowed?.remedies[0]?.text ?? '', /acme-mcp.*acme.*github\.com\/acme\/acme-mcp/);
  assert.deepEqual(ran[0], ['view', 'acme-mpc', 'version']);
});

test('what a registry prints that is no list offers nothing', async () => {
  const run: ExperimentHost['run'] = async (_program, args) => (args[0] === 'search' ? '{"name":1}' : undefined);
  assert.match(of(await tryAll(typo, { run }, true), 'registry')?.text ?? '', /nor a package with such a name/);
});

test('what is under way is told, and a stop ends it', async () => {
  assert.ok((await tryAll(typo, {}, true)).titles.includes('Asking the package registry'));
  const evidence = evidenceOf({ name: '', rule: '', says: /x/, ...wrongPath });
  const stop = new AbortController();
  const running = runExperiments(
    { evidence, diagnoses: diagnose(evidence) },
    { signal: stop.signal, mayAskRegistry: async () => false, onProgress: () => stop.abort() },
  );
  await assert.rejects(running, { code: 'cancelled' });
});
