import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { serverExited } from '../../../src/base/faults/serverFaults.ts';
import { useBundle } from '../../../src/base/l10n.ts';
import { describeState } from '../../../src/core/app/view/serverView.ts';
import { readJson } from '../../support/sources.ts';

const chinese = readJson<Record<string, string>>('l10n/bundle.l10n.zh-cn.json');

afterEach(() => useBundle({}));

test('the state of a server is shown in English where the shell has no other language', () => {
  const waiting = { kind: 'waiting', attempt: 2, attempts: 8, retryAt: 0, fault: serverExited('closed') } as const;
  assert.equal(describeState({ kind: 'pending', reason: 'new' }), 'Needs your approval');
  assert.equal(describeState(waiting), 'Connection lost: The connection was closed (attempt 2 of 8 follows)');
});

test('the state of a server is shown in the language of the shell', () => {
  useBundle(chinese);
  assert.equal(describeState({ kind: 'pending', reason: 'new' }), '需要你的批准');
  assert.equal(describeState({ kind: 'disconnected', reason: 'disabled' }), '已在配置中禁用');
});
