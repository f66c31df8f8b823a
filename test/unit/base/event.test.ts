import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const event = new URL('../../../src/base/event.ts', import.meta.url).href;

/** What a program prints that logs stray rejections, as `serve` does. */
async function run(code: string): Promise<string> {
  const program = `import { Emitter } from ${JSON.stringify(event)};
    process.on('unhandledRejection', (error) => console.log('noted', error.message));
    ${code}`;
  const args = ['--input-type=module', '-e', program];
  return (await promisify(execFile)(process.execPath, args)).stdout;
}

test('a listener that throws neither stops the loop that fires, nor ends a server that logs stray errors', async () => {
  const out = await run(`
    const emitter = new Emitter();
    emitter.event(() => { throw new Error('bad listener'); });
    emitter.event((line) => console.log('read', line));
    for (const line of [1, 2]) emitter.fire(line);
    setImmediate(() => console.log('alive'));`);
  assert.deepEqual(out.trim().split('\n'), ['read 1', 'read 2', 'noted bad listener', 'noted bad listener', 'alive']);
});
