import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CommandLineApp } from '../../../src/extension/shell/commandLine.ts';
import * as vscode from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();
const { runConformance } = await import('../../../src/extension/shell/commandLine.ts');

test('the conformance suite runs in a terminal, which asks before it is fetched; a name is one word', () => {
  const ownLauncher = (): object => ({ command: '/opt/node', args: ['cli.js'], env: {} });
  runConformance({ commandLine: { ownLauncher } } as unknown as CommandLineApp, "a; rm 'b'");
  const [{ text, isRun } = { text: '', isRun: false }] = vscode.typed;
  assert.ok(isRun);
  assert.doesNotMatch(text, /--yes/);
  assert.ok(text.endsWith(String.raw` conformance 'a; rm '\''b'\'''`), text);
});
