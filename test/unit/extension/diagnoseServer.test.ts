import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import { Fault } from '../../../src/base/fault.ts';
import { DiagnosedFault } from '../../../src/core/diagnosis/diagnosedFault.ts';
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
  return { core: { redactor, server: () => server } } as unknown as App;
}

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
