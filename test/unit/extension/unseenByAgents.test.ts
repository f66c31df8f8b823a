import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import type { Core } from '../../../src/core/app/core.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { unseenByAgents } = await import('../../../src/extension/lm/visibilityText.ts');

/** A core with one server over WebSocket, which neither VS Code nor the agent host speaks. */
function coreWith(state: string, exposed: readonly string[]): Core {
  const entry = { name: 'a', source: { kind: 'vscode' }, launch: { kind: 'ws', url: 'ws://localhost/', headers: {} } };
  const server = { state: signal({ kind: state }), signInSteps: [] };
  const gateway = { exposure: signal(new Set(exposed)) };
  return { entry: () => entry, server: () => server, gateway } as unknown as Core;
}

test('a running server that no agent sees has a finding with the reason', () => {
  const [found] = unseenByAgents(coreWith('connected', []), 'a');
  assert.match(found?.text ?? '', /No agent sees its tools: .*WebSocket/);
});

test('a server that does not run, or is exposed by the gateway, has none', () => {
  assert.deepEqual(unseenByAgents(coreWith('disconnected', []), 'a'), []);
  assert.deepEqual(unseenByAgents(coreWith('connected', ['a']), 'a'), []);
});
