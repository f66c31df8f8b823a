import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, test } from 'node:test';
import { doctor } from '../../src/cli/doctor.ts';
import { UsageError } from '../../src/cli/support/usageError.ts';
import { diagnoseKimi, formatDiagnosis } from '../../src/core/kimi/tools/doctor.ts';
import { type KimiFixture, fakeLegacyPath, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();
let fixture: KimiFixture;
beforeEach(async () => void (fixture = await makeKimiFixture()));
afterEach(() => fixture.close());

const { signal } = new AbortController();
const look = () => diagnoseKimi(fixture.host, signal);

test('a CLI with a model from the environment is used for everything', async () => {
  Object.assign(fixture.env, { KIMI_MODEL_NAME: 'k2', KIMI_MODEL_API_KEY: 'a-very-secret-key' });
  const found = await look();
  assert.deepEqual([found.forReading, found.forWriting], ['kimi-code', 'kimi-code']);
  const page = formatDiagnosis(found);
  assert.match(page, /^Backend: auto\. analyze and verify use kimi-code; implement and refactor use kimi-code\./);
  assert.match(page, /✔ kimi-code {5}2\.1\.0 at .*fakeKimi\.mjs/);
  assert.match(page, /✖ kimi-legacy {3}not found/);
  assert.ok(!page.includes('a-very-secret-key'));
});

test('a CLI without a login is installed but not usable, and the next one is named', async () => {
  fixture.env['MOONSHOT_API_KEY'] = 'a-very-secret-key';
  const found = await look();
  assert.deepEqual([found.forReading, found.forWriting], ['moonshot-api', undefined]);
  const page = formatDiagnosis(found);
  assert.match(page, /✖ kimi-code {5}2\.1\.0 at .*, but no model is configured: run `kimi` and use \/login/);
  assert.match(page, /implement and refactor use nothing: no backend that can change files/);
});

test('the login of the user is detected without being shown', async () => {
  const home = join(fixture.home, '.kimi-code');
  mkdirSync(join(home, 'credentials'), { recursive: true });
  writeFileSync(join(home, 'config.toml'), 'default_model = "kimi-k3"\n');
  writeFileSync(join(home, 'credentials/kimi-code.json'), '{"access_token":"hidden-hidden"}');
  const page = formatDiagnosis(await look());
  assert.match(page, /Login of kimi-code: model kimi-k3, logged in/);
  assert.ok(!page.includes('hidden-hidden'));
});

test('the old CLI is recognised', async () => {
  fixture.settings['kimi.path'] = fakeLegacyPath;
  const found = await look();
  assert.equal(found.forWriting, 'kimi-legacy');
  assert.deepEqual(
    found.clis.map((cli) => [cli.kind, cli.kind !== 'unknown' && cli.version]),
    [['kimi-legacy', '1.49.0']],
  );
});

test('another program called kimi is reported as such', async () => {
  delete fixture.settings['kimi.path'];
  mkdirSync(join(fixture.dir, 'bin'));
  writeFileSync(join(fixture.dir, 'bin/kimi'), '#!/bin/sh\necho a game\n', { mode: 0o755 });
  fixture.env['PATH'] = `${fixture.dir}/bin:/bin`;
  assert.match(formatDiagnosis(await look()), /bin\/kimi: it does not tell a version as Kimi does/);
});

test('bad configuration is shown', async () => {
  fixture.env['KIMI_MCP_TIMEOUT'] = 'soon';
  assert.match(formatDiagnosis(await look()), /Warnings:\n {2}environment: timeout "soon"/);
});

test('the verb prints the page, or JSON, and fails where there is no Kimi', async () => {
  const run = async (...args: string[]): Promise<[number, string]> => {
    const out = new PassThrough();
    const printed = text(out);
    const env = { PATH: '/nonexistent', HOME: fixture.home };
    const io = { stdin: new PassThrough(), stdout: out, stderr: out, env, cwd: fixture.workspace, stop: signal };
    const code = await doctor.run(args, io);
    out.end();
    return [code, await printed];
  };
  const [code, page] = await run('kimi');
  assert.equal(code, 1);
  assert.match(page, /^Kimi cannot be used/);
  const [, json] = await run('kimi', '--json');
  assert.equal((JSON.parse(json) as { choice: string }).choice, 'auto');
  assert.match((await run('--help'))[1], /^Usage: switchboard doctor .*\n.*switchboard doctor kimi/);
  await assert.rejects(run('cats'), /No MCP server is configured/);
  await assert.rejects(run('kimi', '--loud'), UsageError);
});
