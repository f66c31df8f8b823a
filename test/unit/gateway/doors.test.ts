import assert from 'node:assert/strict';
import { test } from 'node:test';
import { silentLog } from '../../../src/base/log.ts';
import { Doors } from '../../../src/core/gateway/doors.ts';

const open = (port?: number): Doors =>
  new Doors({ log: silentLog, resolve: () => undefined, ...(port !== undefined && { port }) });

test('each opening has a token of its own, and the port of before where it is free', async () => {
  const first = open();
  const { port, token } = await first.start();
  assert.deepEqual(await first.start(), { origin: `http://127.0.0.1:${port}`, port, token });
  const beside = open(port);
  const other = await beside.start();
  assert.notEqual(other.port, port, 'the port is taken');
  first.dispose();
  const again = open(port);
  const later = await again.start();
  assert.equal(later.port, port);
  assert.equal(new Set([token, other.token, later.token]).size, 3);
  for (const doors of [beside, again]) doors.dispose();
});
