import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createLog, type LogLine } from '../../../src/base/log.ts';
import { listenForTaps } from '../../../src/core/proxy/listener.ts';
import type { Tap } from '../../../src/core/wire/tap.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { until } from '../../support/until.ts';

failOnLeaks();

test(
  'a tap whose line cannot be handled is refused, and the window goes on',
  { skip: process.platform === 'win32' },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tap-'));
    const log: LogLine[] = [];
    const seen: string[] = [];
    const tap = {
      state: (text: string) => {
        if (text === 'bad') throw new RangeError('Maximum call stack size exceeded');
        seen.push(text);
      },
      closed: () => {},
    } as unknown as Tap;
    const options = {
      folder,
      folders: () => [],
      taps: { open: () => tap },
      log: createLog((line) => log.push(line)),
      now: () => 0,
    };
    const listening = await listenForTaps(options);
    const place = join(
      folder,
      readdirSync(folder).find((name) => name.endsWith('.sock'))!,
    );
    const send = (...lines: readonly object[]): Promise<void> =>
      new Promise((resolve) => {
        const socket = connect(place, () => socket.write(lines.map((line) => `${JSON.stringify(line)}\n`).join('')));
        socket.on('error', () => {}).once('close', () => resolve());
        if (lines.length === 2) void until(() => seen.includes('good'), 'the line').then(() => socket.end());
      });
    await send({ tap: 1, name: 'a' }, { state: 'bad' }, { state: 'never' });
    await send({ tap: 1, name: 'b' }, { state: 'good' });
    assert.deepEqual(seen, ['tap connected', 'tap connected', 'good']);
    assert.equal(log.at(-1)?.message, 'a tap was refused');
    listening.dispose();
    await rm(folder, { recursive: true, force: true });
  },
);
