// What a user gets of a server that does not start: its cause in the view, a report for an issue, and no failure where they cancelled.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serverReport } from '../../src/core/app/serverReport.ts';
import type { ServerView } from '../../src/contract/inspector.ts';
import type { Core } from '../../src/core/app/core.ts';
import { open } from '../support/coreFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();

const secret = 'q8Zr41LpVt9xK2mN7bW3';
const complaint = `console.error('Connecting with ${secret}'); console.error('Error: MOON_API_KEY environment variable is required'); process.exit(3)`;

const viewOf = ({ snapshot }: Core): ServerView | undefined => snapshot.value.servers.find(({ id }) => id === 'moon');

async function start(core: Core): Promise<void> {
  await core.approve('moon');
  await core.server('moon').start();
}

test('the view of a failed server has its cause, the proof and the exit code', async () => {
  await using subject = await open({ servers: { moon: { command: process.execPath, args: ['-e', complaint] } } });
  subject.ports.answer = 'Approve';
  await assert.rejects(start(subject.core), { code: 'server/exited' });
  const view = viewOf(subject.core);
  assert.match(view?.stateText ?? '', /needs the environment variable MOON_API_KEY/);
  assert.match(view?.fault?.message ?? '', /exited with code 3/);
  assert.equal(view?.proof, 'Error: MOON_API_KEY environment variable is required');
});

test('a report has versions, entry, finding and output, and no secret', async () => {
  const env = { MOON_TOKEN: secret, MOON_URL: '${env:PATH}', MOON_REGION: 'far-side-7' };
  await using subject = await open({ servers: { moon: { command: process.execPath, args: ['-e', complaint], env } } });
  subject.ports.answer = 'Approve';
  await assert.rejects(start(subject.core), { code: 'server/exited' });
  const report = serverReport(subject.core, 'moon', 'a test');
  assert.match(report, /## moon: The server exited with code 3/);
  assert.match(report, /MCP Switchboard 0\.0\.0-test, a test/);
  assert.match(report, /variable\/missing, certain/);
  assert.match(report, /"MOON_URL": "\$\{env:PATH\}"/);
  assert.match(report, /\[stderr\] Error: MOON_API_KEY/);
  assert.doesNotMatch(report, new RegExp(`${secret}|far-side-7`));
});

test('output of a server cannot leave its block in a report', async () => {
  const args = ['-e', "console.error('```\\n## Not ours\\n````'); process.exit(1)"];
  await using subject = await open({ servers: { moon: { command: process.execPath, args } } });
  subject.ports.answer = 'Approve';
  await assert.rejects(start(subject.core), { code: 'server/exited' });
  assert.match(serverReport(subject.core, 'moon', 'a test'), /\n`{5}text\n[^]*Not ours[^]*\n`{5}\n/);
});

test('a start whose question was closed is cancelled, and no failure', async () => {
  const inputs = [{ type: 'promptString', id: 'key', description: 'the key' }];
  const moon = { command: process.execPath, args: ['-e', complaint], env: { MOON_API_KEY: '${input:key}' } };
  await using subject = await open({ inputs, servers: { moon } });
  subject.ports.answer = 'Approve';
  await subject.core.approve('moon');
  subject.ports.answer = undefined;
  await assert.rejects(subject.core.server('moon').start(), { code: 'cancelled' });
  const view = viewOf(subject.core);
  assert.deepEqual([view?.state, view?.stateText, view?.fault], ['disconnected', 'Cancelled', undefined]);
});
