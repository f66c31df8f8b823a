import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Emitter } from '../../../src/base/event.ts';
import { Lifetime } from '../../../src/base/lifetime.ts';
import { OpenPages } from '../../../src/extension/inspector/openPages.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

test('a page in the side bar is told whether an Inspector in an editor is in view, and that one is not', () => {
  const pages = new OpenPages();
  const [sideBarSession, editorSession] = [new Lifetime(), new Lifetime()];
  const changed = new Emitter<void>();
  let isVisible = true;
  const sideBar = { isInspector: true, isShown: () => true };
  const editor = { isInspector: true, isShown: () => isVisible, onDidChangeShown: changed.event };
  const beside = pages.isWideShownBeside(sideBar);
  pages.add(sideBar, sideBarSession);
  assert.equal(beside.value, false);
  pages.add(editor, editorSession);
  assert.deepEqual([beside.value, pages.isWideShownBeside(editor).value], [true, false]);
  isVisible = false;
  changed.fire();
  assert.equal(beside.value, false);
  isVisible = true;
  changed.fire();
  editorSession.dispose();
  assert.deepEqual([beside.value, pages.isInspectorShown()], [false, true]);
  sideBarSession.dispose();
  assert.equal(pages.isInspectorShown(), false);
});
