import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { configFile, loadConfig } from '../../../src/core/kimi/model/config.ts';
import { silentLog } from '../../../src/base/log.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import type { ServerHost } from '../../../src/core/mcpServer/host.ts';
import { failOnLeaks } from '../../support/leaks.ts';
import { readJson } from '../../support/sources.ts';

failOnLeaks();

let home: string;
before(async () => void (home = await mkdtemp(join(tmpdir(), 'kimi-config-'))));
after(() => rm(home, { recursive: true }));

interface Sources {
  readonly file?: string;
  readonly settings?: Record<string, unknown>;
  readonly env?: Record<string, string>;
  readonly trusted?: boolean;
}

async function load({ file, settings = {}, env = {}, trusted = true }: Sources) {
  const path = configFile(home);
  await mkdir(dirname(path), { recursive: true });
  if (file === undefined) await rm(path, { force: true });
  else await writeFile(path, file);
  const lifetime = new Lifetime();
  lifetime.dispose();
  const host: ServerHost = {
    lifetime,
    log: silentLog,
    folders: () => [],
    trusted: () => trusted,
    env,
    homeDir: home,
    setting: (name) => settings[name],
    listServers: () => [],
  };
  return loadConfig(host);
}

test(`without any source the defaults hold: 600 s, 1 MiB, no model, auto${proves('R56', 'C3', 'C16', 'C31')}`, async () => {
  const { config, warnings } = await load({});
  assert.deepEqual(warnings, []);
  assert.equal(config.timeoutMs, 600_000);
  assert.equal(config.maxFileBytes, 1_048_576);
  assert.equal(config.backend, 'auto');
  assert.equal(config.concurrency, 1);
  assert.ok(!('model' in config));
  assert.ok(['general', 'security', 'performance'].every((role) => role in config.roles));
});

test(`the defaults are those of a file that is shipped beside the code${proves('R167')}`, async () => {
  const shipped = readJson<{ timeout: number; max_file_size: number; roles: Record<string, string> }>(
    'src/core/kimi/model/defaults.json',
  );
  const { config } = await load({});
  assert.deepEqual(
    [config.timeoutMs, config.maxFileBytes, config.roles],
    [shipped.timeout * 1_000, shipped.max_file_size, shipped.roles],
  );
});

test(`the user file is ~/.config/kimi-mcp/config.json${proves('R55')}`, () => {
  assert.equal(configFile(home), join(home, '.config/kimi-mcp/config.json'));
});

test(`the user file wins over the defaults, settings over the file, the environment over all${proves('R55', 'C11')}`, async () => {
  const file = JSON.stringify({ model: 'from-file', timeout: 10, max_file_size: 100 });
  const settings = { 'kimi.model': 'from-settings', 'kimi.timeoutSeconds': 20 };
  const env = { KIMI_MCP_MODEL: 'from-env' };
  const { config } = await load({ file, settings, env });
  assert.deepEqual([config.model, config.timeoutMs, config.maxFileBytes], ['from-env', 20_000, 100]);
});

test(`every documented variable of the environment is read${proves('R50', 'R55')}`, async () => {
  const env = { KIMI_MCP_MODEL: 'k2', KIMI_MCP_TIMEOUT: '30', KIMI_MCP_MAX_FILE_SIZE: '2048' };
  const { config } = await load({ env });
  assert.deepEqual([config.model, config.timeoutMs, config.maxFileBytes], ['k2', 30_000, 2048]);
});

test(`settings of an untrusted workspace are ignored${proves('C11')}`, async () => {
  const settings = { 'kimi.model': 'evil', 'kimi.timeoutSeconds': 1, 'kimi.backend': 'kimi-acp' };
  const { config } = await load({ settings, trusted: false });
  assert.deepEqual([config.model, config.timeoutMs, config.backend], [undefined, 600_000, 'auto']);
});

test(`from one to four runs at once can be set${proves('C7')}`, async () => {
  for (const [set, used] of [
    [1, 1],
    [4, 4],
    [5, 1],
    [0, 1],
  ]) {
    const { config } = await load({ settings: { 'kimi.concurrency': set } });
    assert.equal(config.concurrency, used, String(set));
  }
});

test('an invalid value is reported and the next source is used', async () => {
  const file = JSON.stringify({ timeout: 45, model: '' });
  const env = { KIMI_MCP_TIMEOUT: 'soon', KIMI_MCP_MAX_FILE_SIZE: '-1', KIMI_MCP_MODEL: '--yolo' };
  const { config, warnings } = await load({ file, env, settings: { 'kimi.timeoutSeconds': 0 } });
  assert.deepEqual([config.timeoutMs, config.maxFileBytes, config.model], [45_000, 1_048_576, undefined]);
  assert.equal(warnings.length, 4);
  assert.match(warnings.join('\n'), /environment: timeout "soon" is not whole seconds/);
});

test(`a file that is no JSON object is reported and ignored${proves('R56')}`, async () => {
  for (const file of ['{"timeout":', '[]', 'null']) {
    const { config, warnings } = await load({ file });
    assert.equal(config.timeoutMs, 600_000);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0]!, /config\.json/);
  }
});

test('roles of the user are added to the ones that are there', async () => {
  const { config } = await load({ file: JSON.stringify({ roles: { poet: 'Answer in verse.', security: 'Mine.' } }) });
  assert.equal(config.roles['poet'], 'Answer in verse.');
  assert.equal(config.roles['security'], 'Mine.');
  assert.ok('general' in config.roles);
});

test('sessions and further variables are taken from a setting, else from the user file', async () => {
  const file = JSON.stringify({ keep_sessions: true, pass_environment: ['MY_KEY', 5] });
  const fromFile = (await load({ file })).config.machine;
  assert.deepEqual([fromFile.keepSessions, fromFile.passEnvironment], [true, ['MY_KEY']]);
  const settings = { 'kimi.keepSessions': false, 'kimi.passEnvironment': ['OTHER'] };
  const fromSettings = (await load({ file, settings })).config.machine;
  assert.deepEqual([fromSettings.keepSessions, fromSettings.passEnvironment], [false, ['OTHER']]);
});
