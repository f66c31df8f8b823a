import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Fault } from '../../../src/base/fault.ts';
import { DiagnosedFault } from '../../../src/core/diagnosis/diagnosedFault.ts';
import type { Learned } from '../../../src/core/diagnosis/experiments/experiment.ts';
import type { Diagnosis } from '../../../src/core/diagnosis/model/diagnosis.ts';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import type { App } from '../../../src/extension/shell/app.ts';
import * as vscode from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { diagnoseServer } = await import('../../../src/extension/servers/diagnoseServer.ts');

const secret = 'hunter2hunter2';
const quoted = "it's hunter3";

/** An app with one server that failed for this cause. */
function appWith(diagnosis: Partial<Diagnosis>): App {
  const redactor = new Redactor();
  for (const known of [secret, quoted]) redactor.learn(known);
  const whole = { rule: 'r', cause: 'It is missing.', certainty: 'certain', remedies: [], ...diagnosis };
  const fault = new DiagnosedFault(new Fault('server/spawn-failed', 'Cannot run it'), [whole as Diagnosis]);
  const server = { label: 'notes', state: signal({ kind: 'error', fault }) };
  return { core: { redactor, server: () => server, experiment: async () => learned } } as unknown as App;
}

/** What experiments find out. */
const learned: Learned[] = [];
afterEach(() => void (learned.length = 0));

const inTerminal = (...command: string[]): Partial<Diagnosis> => ({
  remedies: [{ text: 'Install it', cure: { kind: 'terminal', command } }],
});

const chooseRemedy = (): void => void (vscode.user.choose = (items) => items.at(-1));

test('what a server printed is shown as text: no icon, no link, no secret', async () => {
  const hostile = `$(check) [ok](command:x) ${secret}`;
  await diagnoseServer(appWith({ cause: hostile, proof: hostile, remedies: [{ text: hostile }] }), 'notes');
  const [cause, remedy] = vscode.offered[0] ?? [];
  assert.match(remedy?.label ?? '', /^\$\(info\) /, 'the icon is ours');
  for (const text of [cause?.label, remedy?.label.slice('$(info) '.length), remedy?.detail]) {
    assert.match(text ?? '', /check\) \[ok\]/);
    assert.doesNotMatch(text ?? '', /\$\(|\]\(|hunter2/);
  }
});

test('a command is typed into a terminal, quoted, and left to the user to run', async () => {
  chooseRemedy();
  await diagnoseServer(appWith(inTerminal('npm', 'install', 'a; rm -rf b')), 'notes');
  assert.deepEqual(vscode.typed, [{ text: "npm install 'a; rm -rf b'", isRun: false }]);
});

test('a command with a secret is not typed into a terminal, whose shell would remember it', async () => {
  chooseRemedy();
  for (const known of [secret, quoted]) {
    await diagnoseServer(appWith(inTerminal('login', known)), 'notes');
    assert.deepEqual(vscode.typed, []);
    assert.match(vscode.shown.pop()?.message ?? '', /contains a secret/);
  }
});

test('what experiments found out stands below, with its cures', async () => {
  const url = 'http://127.0.0.1/mcp';
  const cure = { kind: 'edit', changes: [{ path: ['url'], value: url }] } as const;
  learned.push({ experiment: 'address', text: 'An MCP server answers', remedies: [{ text: `Use ${url}`, cure }] });
  learned.push({ experiment: 'proxy', text: `No proxy, not ${secret}`, remedies: [] });
  vscode.offered.length = 0;
  await diagnoseServer(appWith({ remedies: [{ text: 'Read the manual' }] }), 'notes');
  const labels = (vscode.offered[0] ?? []).map(({ label }) => label);
  assert.deepEqual(labels.slice(0, 4), [
    'It is missing.',
    '$(info) Read the manual',
    'An MCP server answers',
    `$(edit) Use ${url}`,
  ]);
  assert.match(labels[4] ?? '', /^\$\(info\) No proxy, not/);
  assert.doesNotMatch(labels.join(), /hunter2/);
});
