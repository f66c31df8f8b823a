import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signal } from '@preact/signals-core';
import type { Selection } from '../../../src/contract/inspector.ts';
import type { App } from '../../../src/extension/shell/app.ts';
import * as vscode from '../../support/fakeVscode.ts';
import { useFakeVscode } from '../../support/useFakeVscode.ts';

useFakeVscode();

const { goToTool } = await import('../../../src/extension/inspector/goToTool.ts');

function appWith(chosen: Selection[]): Pick<App, 'core' | 'select'> {
  const server = (id: string, ...tools: object[]): object => ({ id, label: id, tools: signal(tools) });
  const servers = signal([
    server('notes', { name: 'add_note', title: 'Add', description: 'Adds a note.\nIn many words.' }),
    server('bad', { name: '$(check) x', description: '[ok](command:y)' }),
  ]);
  return { core: { servers }, select: (next: Selection) => chosen.push(next) } as unknown as App;
}

test('tools of all servers are offered, and the chosen one is selected', async () => {
  const chosen: Selection[] = [];
  vscode.user.choose = (items) => items[0];
  assert.equal(await goToTool(appWith(chosen)), true);
  assert.deepEqual(chosen, [{ server: 'notes', tool: 'add_note' }]);
  const [first] = vscode.offered.at(-1) ?? [];
  assert.deepEqual([first?.label, first?.detail], ['add_note', 'Add – Adds a note.']);
});

test('no text of a server becomes an icon or a link in the list', async () => {
  vscode.user.choose = () => undefined;
  assert.equal(await goToTool(appWith([])), false);
  const [, hostile] = vscode.offered.at(-1) ?? [];
  assert.doesNotMatch(`${hostile?.label} ${hostile?.detail}`, /\$\(|\]\(/);
});
