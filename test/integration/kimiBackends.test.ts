import assert from 'node:assert/strict';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { type Bed, fakeLegacyPath, makeBed } from '../fixtures/kimi/harness.ts';
import { failOnLeaks } from '../support/leaks.ts';

failOnLeaks();
let bed: Bed;
beforeEach(async () => void (bed = await makeBed()));
afterEach(() => bed.close());

const allowWrites = (): void => void (bed.settings['kimi.allowWrites'] = true);
test('the old Python CLI gets the prompt on its input, a YAML agent and no MCP servers', async () => {
  bed.settings['kimi.path'] = fakeLegacyPath;
  bed.script([{ say: 'From Python.' }]);
  const { text, structured } = await bed.call('analyze', { prompt: 'Why?' });
  assert.equal(text, 'From Python.');
  assert.equal(structured.backend, 'kimi-cli 1.49.0');
  const [run] = bed.runs();
  assert.ok(run!.input.endsWith('Why?'));
  assert.deepEqual(run!.args.slice(0, 5), ['--print', '--output-format', 'stream-json', '--work-dir', bed.workspace]);
  assert.match(run!.agentFile, /kimi_cli\.tools\.file:ReadFile/);
  assert.doesNotMatch(run!.agentFile, /Shell|WriteFile|Agent"/);
  assert.ok(run!.args.includes('--mcp-config-file'));
});

test('errors of the old CLI are on its output', async () => {
  bed.settings['kimi.path'] = fakeLegacyPath;
  bed.script([{ plain: 'LLM provider error: 429 too many' }], 75);
  const { text } = await bed.call('analyze', { prompt: 'x' });
  assert.match(text, /^Kimi CLI error: LLM provider error: 429 too many/);
});

test('with no Kimi at all the caller learns how to get one, and gets the prompt to go on with', async () => {
  bed.settings['kimi.path'] = join(bed.dir, 'no-such-kimi');
  const { outcome, text } = await bed.call('analyze', { prompt: 'What is this?' });
  assert.equal(outcome.isError, true);
  assert.match(text, /npm install -g @moonshot-ai\/kimi-code/);
  assert.match(text, /- kimi-code: not found at .*no-such-kimi/);
  assert.match(text, /- moonshot-api: no key is stored/);
  assert.match(text, /What is this\?$/);
});

test('a CLI that is not configured is passed over, and the reason is told when nothing else is there', async () => {
  bed.script([{ err: 'error: failed to run prompt: No model configured. Run `kimi` and use /login.' }], 1);
  const { outcome, text } = await bed.call('analyze', { prompt: 'What is this?' });
  assert.equal(outcome.isError, true);
  assert.match(text, /- kimi-code: 2\.1\.0 at .*; No model configured/);
  assert.match(text, /What is this\?$/);
});

test('a stand-in model of the editor is used only where it was chosen', async () => {
  bed.settings['kimi.path'] = join(bed.dir, 'no-such-kimi');
  bed.port.languageModel = { describe: async () => 'GPT', ask: async (prompt) => `Answer to: ${prompt.slice(-4)}` };
  assert.match((await bed.call('analyze', { prompt: 'Why?' })).text, /- vscode-lm: not chosen/);
  bed.settings['kimi.useLanguageModel'] = true;
  const { text, structured } = await bed.call('analyze', { prompt: 'Why?' });
  assert.deepEqual([text, structured.backend], ['Answer to: Why?', 'vscode-lm GPT']);
  allowWrites();
  assert.match((await bed.call('implement', { prompt: 'x' })).text, /- vscode-lm: cannot change files/);
});

test('a kimi inside the workspace is never run, whatever PATH says', async () => {
  delete bed.settings['kimi.path'];
  mkdirSync(join(bed.workspace, 'bin'));
  writeFileSync(join(bed.workspace, 'bin/kimi'), `#!/bin/sh\ntouch ${bed.dir}/owned\n`, { mode: 0o755 });
  bed.env['PATH'] = `${bed.workspace}/bin:.`;
  assert.match((await bed.call('analyze', { prompt: 'x' })).text, /not available/);
  assert.ok(!existsSync(join(bed.dir, 'owned')));
});

test('the first Kimi on PATH is used', async () => {
  delete bed.settings['kimi.path'];
  mkdirSync(join(bed.dir, 'bin'));
  writeFileSync(
    join(bed.dir, 'bin/kimi'),
    `#!/bin/sh\n[ "$1" = --version ] && echo 9.9.9 || echo '{"role":"assistant","content":"hi"}'\n`,
    { mode: 0o755 },
  );
  symlinkSync(join(bed.dir, 'bin/kimi'), join(bed.dir, 'bin/kimi-legacy'));
  bed.env['PATH'] = `${bed.dir}/bin:/usr/bin:/bin`;
  const { text, structured } = await bed.call('analyze', { prompt: 'x' });
  assert.deepEqual([text, structured.backend], ['hi', 'kimi-code 9.9.9']);
});
