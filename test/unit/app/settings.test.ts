import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oldSettingNames, settingDefaults, userSetting } from '../../../src/core/app/settings/settings.ts';

const reader = (values: Readonly<Record<string, unknown>>) => (key: string) => values[key];

test('a value under the old name of a setting is read while the new name is not set', () => {
  assert.equal(userSetting('kimi.timeoutSeconds', reader({ 'kimi.timeout': 45 })), 45);
  assert.equal(userSetting('kimi.maxFileBytes', reader({ 'kimi.maxFileSize': 2048 })), 2048);
});

test('a value under the new name wins over the old one, even where it is zero', () => {
  assert.equal(userSetting('kimi.timeoutSeconds', reader({ 'kimi.timeout': 45, 'kimi.timeoutSeconds': 60 })), 60);
  assert.equal(userSetting('kimi.timeoutSeconds', reader({ 'kimi.timeout': 45, 'kimi.timeoutSeconds': 0 })), 0);
});

test('a setting that was never renamed has one name only', () => {
  assert.equal(userSetting('kimi.model', reader({ model: 'k2', 'kimi.timeout': 45 })), undefined);
});

test('an old name belongs to a setting of today, and is none itself', () => {
  assert.ok(Object.keys(oldSettingNames).length > 0);
  for (const [name, oldName] of Object.entries(oldSettingNames)) {
    assert.ok(Object.hasOwn(settingDefaults, name), name);
    assert.ok(!Object.hasOwn(settingDefaults, oldName ?? ''), oldName);
  }
});
