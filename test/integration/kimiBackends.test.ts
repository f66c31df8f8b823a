import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type KimiFixture, fakeLegacyPath, makeKimiFixture } from '../fixtures/kimi/kimiFixture.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();
let fixture: KimiFixture;
beforeEach(async () => void (fixture = await makeKimiFixture()));
afterEach(() => fixture.close());

const allowWrites = (): void => void (fixture.settings['kimi.allowWrites'] = true);
test('the old Python CLI gets the prompt on its input, a YAML agent and no MCP servers', async () => {
  fixture.settings['kimi.path'] = fakeLegacyPath;
  fixture.script([{ say: 'From Python.' }]);
  const { text, structured } = await fixture.call('analyze', { prompt: 'Why?' });
  assert.equal(text, 'From Python.');
  assert.equal(structured.backend, 'kimi-cli 1.49.0');
  const [run] = fixture.runs();
  assert.ok(run!.input.endsWith('Why?'));
  assert.deepEqual(run!.args.slice(0, 5), [
    '--print',
    '--output-format',
    'stream-json',
    '--work-dir',
    fixture.workspace,
  ]);
  assert.match(run!.agentFile, /kimi_cli\.tools\.file:ReadFile/);
  assert.doesNotMatch(run!.agentFile, /Shell|WriteFile|Agent"/);
  assert.ok(run!.args.includes('--mcp-config-file'));
});

test('errors of the old CLI are on its output', async () => {
  fixture.settings['kimi.path'] = fakeLegacyPath;
  fixture.script([{ plain: 'LLM provider error: 429 too many' }], 75);
  const { text } = await fixture.call('analyze', { prompt: 'x' });
  assert.match(text, /^Kimi CLI error: LLM provider error: 429 too many/);
});

test('without any Kimi the caller learns how to get one, and gets the prompt to continue with', async () => {
  fixture.settings['kimi.path'] = join(fixture.dir, 'no-such-kimi');
  const { outcome, text } = await fixture.call('analyze', { prompt: 'What is this?' });
  assert.equal(outcome.isError, true);
  assert.match(text, /npm install -g @moonshot-ai\/kimi-code/);
  assert.match(text, /- kimi-code: not found at .*no-such-kimi/);
  assert.match(text, /- moonshot-api: no key is stored/);
  assert.match(text, /What is this\?$/);
});

test('a CLI that is not configured is skipped, and the reason is given when nothing else is available', async () => {
  fixture.script([{ err: 'error: failed to run prompt: No model configured. Run `kimi` and use /login.' }], 1);
  const { outcome, text } = await fixture.call('analyze', { prompt: 'What is this?' });
  assert.equal(outcome.isError, true);
  assert.match(text, /- kimi-code: 2\.1\.0 at .*; No model configured/);
  assert.match(text, /What is this\?$/);
});

test('a model of the editor is used instead only where it was chosen', async () => {
  fixture.settings['kimi.path'] = join(fixture.dir, 'no-such-kimi');
  fixture.port.languageModel = { describe: async () => 'GPT', ask: async (prompt) => `Answer to: ${prompt.slice(-4)}` };
  assert.match((await fixture.call('analyze', { prompt: 'Why?' })).text, /- vscode-lm: not allowed/);
  fixture.settings['kimi.useLanguageModel'] = true;
  const { text, structured } = await fixture.call('analyze', { prompt: 'Why?' });
  assert.deepEqual([text, structured.backend], ['Answer to: Why?', 'vscode-lm GPT']);
  allowWrites();
  assert.match((await fixture.call('implement', { prompt: 'x' })).text, /- vscode-lm: cannot change files/);
});

test('a workspace that chooses the model of the editor as backend does not get it without the setting of the user', async () => {
  fixture.port.languageModel = { describe: async () => 'GPT', ask: async () => assert.fail('asked') };
  fixture.settings['kimi.backend'] = 'vscode-lm';
  const { outcome, text } = await fixture.call('analyze', { prompt: 'Why?' });
  assert.equal(outcome.isError, true);
  assert.match(text, /- vscode-lm: not allowed by the setting kimi.useLanguageModel/);
  assert.deepEqual(fixture.runs(), [], 'nor is another backend used for the one that was chosen');
});

test('a kimi inside the workspace is never run, whatever PATH says', async () => {
  delete fixture.settings['kimi.path'];
  mkdirSync(join(fixture.workspace, 'bin'));
  writeFileSync(join(fixture.workspace, 'bin/kimi'), `#!/bin/sh\ntouch ${fixture.dir}/owned\n`, { mode: 0o755 });
  fixture.env['PATH'] = `${fixture.workspace}/bin:.`;
  assert.match((await fixture.call('analyze', { prompt: 'x' })).text, /not available/);
  assert.ok(!existsSync(join(fixture.dir, 'owned')));
});

test('the first Kimi on PATH is used', async () => {
  delete fixture.settings['kimi.path'];
  mkdirSync(join(fixture.dir, 'bin'));
  writeFileSync(
    join(fixture.dir, 'bin/kimi'),
    `#!/bin/sh\n[ "$1" = --version ] && echo 9.9.9 || echo '{"role":"assistant","content":"hi"}'\n`,
    { mode: 0o755 },
  );
  symlinkSync(join(fixture.dir, 'bin/kimi'), join(fixture.dir, 'bin/kimi-legacy'));
  fixture.env['PATH'] = `${fixture.dir}/bin:/usr/bin:/bin`;
  const { text, structured } = await fixture.call('analyze', { prompt: 'x' });
  assert.deepEqual([text, structured.backend], ['hi', 'kimi-code 9.9.9']);
});
