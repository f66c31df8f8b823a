import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { mock, test } from 'node:test';
import { clipWords } from '../../../src/base/json.ts';
import { AcpPeer } from '../../../src/core/kimi/backends/acpPeer.ts';
import { StreamJson } from '../../../src/core/kimi/backends/streamJson.ts';
import { setupText } from '../../../src/core/kimi/tools/outcomeText.ts';
import { createRedact } from '../../../src/core/kimi/tools/redaction.ts';
import { RunProgress } from '../../../src/core/kimi/tools/runProgress.ts';
import type { ProgressReport } from '../../../src/core/mcpServer/tool.ts';

test('a quiet run reports from time to time that it is still running, until it ends', () => {
  mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  const clock = mock.method(performance, 'now', () => now);
  const tick = (ms: number): void => {
    now += ms;
    mock.timers.tick(ms);
  };
  try {
    const reports: ProgressReport[] = [];
    const progress = new RunProgress({ progress: (report) => reports.push(report) }, (text) => text);
    tick(14_000);
    progress.report('Read a.ts');
    tick(14_000);
    assert.equal(reports.length, 1);
    tick(1_000);
    tick(15_000);
    progress.dispose();
    tick(60_000);
    assert.deepEqual(reports, [
      { progress: 1, message: 'Read a.ts' },
      { progress: 2, message: 'Still working after 29 s' },
      { progress: 3, message: 'Still working after 44 s' },
    ]);
  } finally {
    clock.mock.restore();
    mock.timers.reset();
  }
});

const token = `ghp_${'A1b2C3d4E5f6'.repeat(3)}`;

/** What a client sees of the lines that a Kimi CLI prints. */
function progressOf(...lines: readonly object[]): readonly string[] {
  const shown: string[] = [];
  const redact = createRedact({});
  const progress = new RunProgress({ progress: ({ message = '' }) => shown.push(message) }, redact);
  const out = new StreamJson(progress.report);
  for (const line of lines) out.push(JSON.stringify(line));
  progress.dispose();
  return shown;
}

test('progress is cut after it is redacted: no half of a secret is in it', () => {
  for (let before = 100; before < 165; before++) {
    const text = `${'x'.repeat(before)} ${token} rest`;
    const called = { function: { name: 'Bash', arguments: JSON.stringify({ command: text }) } };
    const shown = progressOf(
      { role: 'assistant', content: text },
      { role: 'assistant', content: '', tool_calls: [called] },
      { role: 'meta', type: 'turn.step.retrying', next_attempt: 2, max_attempts: 3, error_message: text },
    );
    assert.equal(shown.length, 3);
    assert.ok(!/ghp_A|A1b2C/.test(shown.join()), shown.join('\n'));
    assert.ok(shown.every((message) => message.length <= 160 && !message.includes('\n')));
  }
});

test('a line of Kimi with values of any kind is no hindrance', () => {
  const odd = { toString: 1, valueOf: 2 };
  const shown = progressOf(
    { role: 'meta', type: 'turn.step.retrying', next_attempt: odd, max_attempts: odd, error_message: odd },
    { role: 'meta', type: 'session.resume_hint', session_id: odd },
    {
      role: 'assistant',
      content: odd,
      tool_calls: [odd, { function: odd }, { function: { name: odd, arguments: odd } }],
    },
    { role: odd },
    { role: 'assistant', content: 'Good.' },
  );
  assert.equal(shown.at(-1), 'Good.');
});

/** Calls an ACP agent that writes these lines. */
function callAcp(...lines: readonly string[]): Promise<unknown> {
  const child = Object.assign(new EventEmitter(), { stdout: new PassThrough(), stdin: new PassThrough() });
  const note = (method: string): void => assert.notEqual(method, 'bad', 'a listener that throws');
  const called = new AcpPeer(child as never, { request: async () => null, note }).call('x', {});
  child.stdout.write(lines.map((line) => `${line}\n`).join(''));
  return called;
}

test('an ACP agent that sends what cannot be handled fails its request and not the process', async () => {
  const odd = '{"id":1,"error":{"message":{"toString":1},"code":{"toString":1},"data":{"details":7}}}';
  await assert.rejects(callAcp('{"method":"good"}', odd), /ACP error/);
  await assert.rejects(callAcp('{"method":"bad"}', '{"id":1,"result":{}}'), /a listener that throws/);
});

test('the text for a caller without Kimi, and what an API answers, are not cut inside a secret', () => {
  const redact = createRedact({});
  for (let before = 199_950; before < 200_001; before += 5) {
    const text = setupText([], false, `${'x '.repeat(before / 2)}${token} rest`, redact);
    assert.ok(!/ghp_A|A1b2C/.test(text));
  }
  for (let before = 440; before < 505; before++) {
    const cut = clipWords(`${'x '.repeat(before / 2)}${token} rest`, 500);
    assert.ok(cut.length <= 500 && !/ghp_A|A1b2C/.test(redact(cut)));
  }
  assert.equal(clipWords('a b c', 5), 'a b c');
  assert.equal(clipWords('abcdef', 5), '');
});
