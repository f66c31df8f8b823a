// HTTP over a Unix socket, addressed as VS Code does it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { localAddressOf } from '../../src/core/http/localAddress.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { httpFixture } from './serversHttpFixture.ts';
import { manage, stateOf } from './serversSupport.ts';

failOnLeaks();

const folder = mkdtempSync(join(tmpdir(), 'switchboard-socket-'));
after(() => rmSync(folder, { recursive: true, force: true }));
const skip = process.platform === 'win32';

for (const era of ['legacy', 'modern'] as const) {
  test(`a ${era} server behind a socket is listed, called, and found again after it was gone`, { skip }, async () => {
    await using host = await httpFixture(era, undefined, join(folder, `${era} space.sock`));
    await using managed = manage({ kind: 'http', url: host.url.replace(' ', '%20'), headers: { 'X-Team': 'a' } });
    await managed.server.start();
    assert.equal(stateOf(managed.server, 'connected').info.era, era);
    assert.equal((await managed.server.callTool('echo', { text: 'x' })).isError, false);
    await host.down();
    await assert.rejects(managed.server.callTool('echo', {}), /connect ENOENT .*space\.sock/);
    await host.up();
    await until(async () => {
      await managed.server.retryNow();
      return managed.server.state.value.kind === 'connected';
    }, 'it is back');
    assert.equal((await managed.server.callTool('echo', { text: 'x' })).isError, false);
  });
}

test('a socket that is not there is named, with what to do', { skip }, async () => {
  await using managed = manage(
    { kind: 'http', url: `unix://${join(folder, 'nobody.sock')}#/mcp`, headers: {} },
    { reconnectAttempts: 0 },
  );
  await assert.rejects(managed.server.start(), { code: 'server/connect-failed' });
  const state = stateOf(managed.server, 'error');
  assert.match(state.fault.message, /nobody\.sock/);
});

test('addresses of sockets and pipes are read as VS Code writes them', () => {
  const read = (text: string): unknown => {
    const found = localAddressOf(new URL(text));
    return found && [found.socketPath, found.address.href];
  };
  assert.deepEqual(read('unix:///run/a.sock#/mcp'), ['/run/a.sock', 'http://localhost/mcp']);
  assert.deepEqual(read('unix:///run/a.sock'), ['/run/a.sock', 'http://localhost/']);
  assert.deepEqual(read('pipe:///pipe/a#/mcp?x=1'), ['\\\\.\\pipe\\a', 'http://localhost/mcp?x=1']);
  assert.deepEqual(read('http://localhost:3000/mcp'), [undefined, 'http://localhost:3000/mcp']);
  assert.equal(read('https://a/mcp'), undefined);
  assert.equal(read('http://10.0.0.1/mcp'), undefined);
});
