// Between us and a server stands a proxy that cuts, delays, doubles and corrupts what comes back.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { failOnLeaks } from '../support/leaks.ts';
import { until } from '../support/until.ts';
import { httpFixture } from '../integration/serversHttpFixture.ts';
import { manage } from '../integration/serversSupport.ts';
import { BadProxy, type Harm } from './support/badProxy.ts';

failOnLeaks();

const harms: readonly Harm[] = ['cut', 'delay', 'duplicate', 'corrupt'];
const callsEach = process.env['FAULTS_LONG'] === '1' ? 60 : 12;

type Subject = ReturnType<typeof manage>['server'];

/** The text that came back, or the sentence of the failure. */
async function say(server: Subject, message: string): Promise<{ readonly right: boolean; readonly text: string }> {
  try {
    const { content } = await server.callTool('echo', { message });
    return { right: true, text: (content as readonly { text: string }[])[0]?.text ?? '' };
  } catch (error) {
    return { right: false, text: error instanceof Error ? error.message : String(error) };
  }
}

for (const era of ['legacy', 'modern'] as const)
  for (const harm of harms)
    test(`${era}: a proxy that does "${harm}" costs calls at most, each with a sentence, and the next one is right`, async () => {
      await using fixture = await httpFixture(era);
      const { port, pathname } = new URL(fixture.url);
      const proxy = new BadProxy(Number(port));
      const url = `http://127.0.0.1:${await proxy.start()}${pathname}`;
      try {
        await using subject = manage({ kind: 'http', url, headers: {} }, { callTimeoutMs: 5_000 });
        await subject.server.start();
        proxy.harm = harm;
        const calls = Array.from({ length: callsEach }, (_, number) => `${harm} ${number}`);
        for (const message of calls) {
          const { right, text } = await say(subject.server, message);
          if (right) assert.equal(text, JSON.stringify({ message }));
          else assert.match(text, /\S+ \S+/);
        }
        proxy.harm = 'none';
        await until(async () => (await say(subject.server, 'well')).right, 'a right answer after all');
      } finally {
        proxy.stop();
      }
    });
