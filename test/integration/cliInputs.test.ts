import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';
import { CliProcess, type Ended } from './support/cliProcess.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-inputs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

/** Ends at once and says which values it got; the token itself would be redacted. */
const say = "console.error('got', process.env.TOKEN.length, process.env.PLACE); process.exit(3)";
writeFileSync(
  path.join(folder, 'mcp.json'),
  JSON.stringify({
    servers: {
      s: {
        command: process.execPath,
        args: ['-e', say],
        env: { TOKEN: '${input:my-token}', PLACE: '${input:place}' },
      },
    },
    inputs: [
      { id: 'my-token', type: 'promptString', description: 'Token' },
      { id: 'place', type: 'pickString', description: 'Where', options: ['here', 'there'] },
    ],
  }),
);

function list(args: readonly string[], given: NodeJS.ProcessEnv = {}): Promise<Ended> {
  const env = { ...process.env, XDG_STATE_HOME: path.join(folder, 'state'), ...given };
  return new CliProcess(['list', '--config', 'mcp.json', '--trust', ...args], { env, cwd: folder }).end();
}

test('inputs are given by --input and by the environment, where the flag wins', async () => {
  const env = { SWITCHBOARD_INPUT_MY_TOKEN: 'fromEnvironment', SWITCHBOARD_INPUT_PLACE: 'here' };
  assert.match((await list([], env)).stdout, /got 15 here/);
  assert.match((await list(['--input', 'my-token=a=b'], env)).stdout, /got 3 here/);
});

test('an input without a value names the flag and the variable that give it', async () => {
  const { code, stderr } = await list(['--input', 'place=there']);
  assert.equal(code, 2);
  assert.match(stderr, /"s" needs a value for my-token.*--input NAME=VALUE.*SWITCHBOARD_INPUT_NAME/);
});

test('an input that is none of its options is refused with them', async () => {
  const { code, stdout } = await list(['--input', 'my-token=x', '--input', 'place=nowhere']);
  assert.equal(code, 2);
  assert.match(stdout, /"place" cannot be "nowhere"\. Use here, there\./);
});

test('--input without a value is a wrong command line', async () => {
  const { code, stderr } = await list(['--input', 'place']);
  assert.deepEqual([code, stderr], [2, '--input must be NAME=VALUE, not "place".\n']);
});
