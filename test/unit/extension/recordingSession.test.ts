import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../src/base/event.ts';
import { disposable } from '../../../src/base/lifetime.ts';
import { silentLog } from '../../../src/base/log.ts';
import type { HostContract, WebviewContract } from '../../../src/contract/inspector.ts';
import { type Frame, type Peer, type Port, createPeer } from '../../../src/contract/rpc/peer.ts';
import type { TrafficSource } from '../../../src/core/traffic/trafficSource.ts';
import { serveRecording } from '../../../src/extension/inspector/recordingSession.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { settled } from '../webview/fakeHostLink.ts';

failOnLeaks();

const extent = { generation: 1, firstSeq: 1, nextSeq: 3, dropped: 0 };

/** A page, and what it asked of the app once that was there. */
function open(): {
  page: Peer<HostContract>;
  appended: Emitter<void>;
  asked: Frame[];
  notes: string[];
  opened: () => number;
  load: () => void;
  close: () => void;
} {
  const [toHost, toPage] = [new Emitter<unknown>(), new Emitter<unknown>()];
  const portOf = (mine: Emitter<unknown>, theirs: Emitter<unknown>): Port => ({
    send: (frame) => theirs.fire(frame),
    listen: (receive) => mine.event(receive),
  });
  const appended = new Emitter<void>();
  const source = {
    readExtent: () => extent,
    onDidAppend: appended.event,
    page: async (fromSeq: number, limit: number) => ({ ...extent, rows: [], fromSeq, limit }),
  } as unknown as TrafficSource;
  const asked: Frame[] = [];
  const { promise: loaded, resolve: load } = Promise.withResolvers<void>();
  let opened = 0;
  const session = serveRecording({
    port: portOf(toHost, toPage),
    source,
    log: silentLog,
    openRest: async (port) => {
      opened++;
      await loaded;
      const listening = port.listen((message) => {
        const frame = message as Frame;
        asked.push(frame);
        if (frame.kind === 'request') port.send({ kind: 'ok', id: frame.id });
      });
      return disposable(() => listening.dispose());
    },
  });
  const notes: string[] = [];
  toPage.event((frame) => void ((frame as Frame).kind === 'note' && notes.push((frame as { method: string }).method)));
  const page = createPeer<Record<string, never>, HostContract>({
    port: portOf(toPage, toHost),
    contract: {},
    handlers: {},
    log: silentLog,
    redact: (fault) => fault,
  });
  const close = (): void => (page.dispose(), session.dispose());
  return { page, appended, asked, notes, opened: () => opened, load, close };
}

test('the rows of a recording are answered without the app', async () => {
  const { page, opened, close } = open();
  const first = await page.request('traffic/follow', { on: true });
  assert.deepEqual(first, { ...extent, rows: [], fromSeq: 0, limit: 500 });
  await page.request('traffic/page', { fromSeq: 500, limit: 500 });
  assert.equal(opened(), 0);
  close();
});

test('what the rows do not tell opens the app once, and waits for it in order', async () => {
  const { page, asked, opened, load, close } = open();
  const answers = [page.request('text/copy', { text: 'a' }), page.request('traffic/compareRecording', undefined)];
  await page.request('traffic/page', { fromSeq: 0, limit: 1 });
  assert.deepEqual([opened(), asked.length], [1, 0]);
  load();
  await Promise.all(answers);
  const methods = asked.map((frame) => 'method' in frame && frame.method);
  assert.deepEqual([methods, opened()], [['text/copy', 'traffic/compareRecording'], 1]);
  close();
});

test('a cancelled request of rows does not open the app', async () => {
  const { page, opened, close } = open();
  const stop = new AbortController();
  const search = page.request('traffic/search', { search: 1, query: 'a', pinned: [], from: 0 }, stop.signal);
  stop.abort();
  await assert.rejects(search, { code: 'cancelled' });
  await settled();
  assert.equal(opened(), 0);
  close();
});

test('a page hears that its recording grows, until it is closed', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { page, appended, notes, close } = open();
  await page.request('traffic/follow', { on: true });
  appended.fire();
  t.mock.timers.tick(1_000);
  assert.deepEqual(notes, ['traffic/appended' satisfies keyof WebviewContract]);
  close();
  appended.fire();
  t.mock.timers.tick(1_000);
  assert.equal(notes.length, 1);
});
