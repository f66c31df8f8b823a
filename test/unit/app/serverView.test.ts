import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Fault } from '../../../src/base/fault.ts';
import { english } from '../../../src/base/localize.ts';
import { describeState } from '../../../src/core/app/serverView.ts';
import { readJson } from '../../support/sources.ts';

const chinese = readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json');

test('the state of a server is told in English where the shell has no other language', () => {
  const fault = new Fault('internal', 'reset');
  const waiting = { kind: 'waiting', attempt: 2, attempts: 8, retryAt: 0, fault } as const;
  assert.equal(describeState({ kind: 'pending', reason: 'new' }), 'Needs your approval');
  assert.equal(describeState(waiting), 'Connection lost: reset (attempt 2 of 8 follows)');
});

test('the state of a server is told in the language of the shell', () => {
  const localize: typeof english = (text, ...values) => english(chinese[text] ?? text, ...values);
  assert.equal(describeState({ kind: 'pending', reason: 'new' }, localize), '需要你的批准');
  assert.equal(describeState({ kind: 'disconnected', reason: 'disabled' }, localize), '已在配置中禁用');
});
