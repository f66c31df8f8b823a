// A redirect that is not followed is named with its status and target; the page that came with it is not shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Fault } from '../../src/base/fault.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { type HttpFixture, httpFixture } from './serversHttpFixture.ts';
import { type Answer, scripted } from './support/legacyHttpServer.ts';
import { manage } from './serversSupport.ts';

failOnLeaks();

const page = '<html><head><title>Moved</title></head><body>hello</body></html>';
const html = { 'content-type': 'text/html' };

function namesOnly(status: number, target: string): (error: Fault) => boolean {
  return (error) => {
    assert.match(error.message, new RegExp(`HTTP ${status}\\b`));
    assert.ok(error.message.includes(target), error.message);
    assert.doesNotMatch(`${error.text} ${JSON.stringify(error.data ?? {})}`, /<html|hello/);
    assert.match(error.hint ?? '', /if you trust|use it as the URL of this server/i);
    return true;
  };
}

const redirecting = (status: number, location: string): Promise<HttpFixture> =>
  httpFixture('legacy', () => new Response(page, { status, headers: { ...html, location } }));

for (const kind of ['http', 'sse'] as const)
  for (const status of [301, 302, 307, 308])
    test(`a start over ${kind} that is redirected elsewhere with ${status} names the target`, async () => {
      await using remote = await redirecting(status, 'https://login.example.com/start?token=secret#x');
      for (const fastPath of [true, false]) {
        await using subject = manage({ kind, url: remote.url, headers: {} }, { reconnectAttempts: 0 }, { fastPath });
        await assert.rejects(subject.server.start(), (error: Fault) => {
          assert.doesNotMatch(error.text, /secret/);
          return namesOnly(status, 'https://login.example.com/start')(error);
        });
      }
    });

test('a POST that is redirected with 301 to another path of the same server names the target', async () => {
  await using remote = await redirecting(301, '/other');
  await using subject = manage({ kind: 'http', url: remote.url, headers: {} }, { reconnectAttempts: 0 });
  await assert.rejects(subject.server.start(), namesOnly(301, remote.url.replace('/mcp', '/other')));
});

test('a call that is redirected names the target', async () => {
  const answer: Answer = (_, response) =>
    void response.writeHead(302, { ...html, location: 'https://login.example.com/' }).end(page);
  await using host = await scripted(answer);
  for (const fastPath of [true, false]) {
    await using subject = manage({ kind: 'http', url: host.url, headers: {} }, {}, { fastPath });
    await assert.rejects(subject.server.callTool('t', {}), namesOnly(302, 'https://login.example.com/'));
  }
});
