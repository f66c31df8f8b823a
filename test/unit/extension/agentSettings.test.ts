import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSources } from '../../support/sources.ts';

/** The keys, and every way to read or write a setting of that section. */
const settings = /['"`](?:mcpSwitchboard\.)?(?:gateway\.(?:servers|toolLimit)|agents\.exposeAs)['"`]/;

test('the settings for agents are read and written in one place, which bounds them by those of the user', () => {
  const places = readSources('src/extension')
    .filter(
      ({ text }) => settings.test(text) || /getConfiguration\(\s*['"`]mcpSwitchboard\.(?:gateway|agents)/.test(text),
    )
    .map(({ file }) => file);
  assert.deepEqual(places, ['src/extension/lm/agentSettings.ts']);
});

test('the policy of VS Code is read in one place, which bounds it by that of the user', () => {
  const places = readSources('src/extension')
    .filter(({ text }) => /['"`](?:allowedServers|deniedServers)['"`]/.test(text))
    .map(({ file }) => file);
  assert.deepEqual(places, ['src/extension/shell/policy.ts']);
});
