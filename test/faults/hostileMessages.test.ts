import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { ServerLogs } from '../../src/core/servers/serverLog.ts';
import { systemClock } from '../../src/core/ports/ports.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { fixture } from '../integration/serversFixture.ts';
import { bad, manage, recorder, textOf } from '../integration/serversSupport.ts';

const uncaught: unknown[] = [];
const remember = (error: unknown): void => void uncaught.push(error);
process.on('uncaughtException', remember);
after(() => process.off('uncaughtException', remember));

failOnLeaks();

test('no message of a server throws into the loop that reads its messages', async () => {
  const logs = new ServerLogs({ clock: systemClock, redact: (text) => text, describe: ({ kind }) => kind });
  const taps = recorder();
  await using subject = manage(bad('hostileMessages'), {}, { tap: logs.listen(taps), clientRequests: {} });
  logs.watch([subject.server]);
  await subject.server.start();
  const received: string[] = [];
  const listening = subject.server.onNotification(({ method }) => received.push(method));
  assert.equal(textOf(await subject.server.callTool('attack', {})), 'attack');
  assert.equal(textOf(await subject.server.callTool('say', {})), 'say');
  await until(() => taps.texts('malformed').some((text) => /levels deep/.test(text)), 'the deep message is told');
  assert.equal(subject.server.state.value.kind, 'connected');
  assert.ok(received.includes('notifications/message'));
  assert.deepEqual(uncaught, []);
  listening.dispose();
  logs.dispose();
});

test('a result that is nested too deep fails its own call at once', async () => {
  await using subject = manage(bad('hostileMessages'));
  await assert.rejects(subject.server.callTool('deep', {}), { message: /nested more than 512 levels deep/ });
  assert.equal(textOf(await subject.server.callTool('say', {})), 'say');
});

test('a server in this process that floods is stopped as any other', async () => {
  const { launch, current } = fixture('legacy');
  await using subject = manage(launch, { floodMs: 300 });
  await subject.server.start();
  for (let at = 0; at < 20_000; at++)
    void current()
      .server.sendToolListChanged()
      .catch(() => {});
  const { fault } = await until(
    () => subject.server.state.value.kind === 'error' && subject.server.state.value,
    'a stop',
  );
  assert.equal(fault.code, 'limit/exceeded');
});
