import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type WebviewContract, webviewContract } from '../../../src/contract/inspector.ts';
import { ignore, type Page } from '../../../webview/pages/page.ts';

type Method = keyof WebviewContract;
type PageHandlers = Page['handlers'];

// The type check is the test here: where the compiler took the line below a `@ts-expect-error`, that would be an error.
test('a page that leaves a method out does not compile', () => {
  const names = Object.keys(webviewContract) as Method[];
  const all = Object.fromEntries(names.map((name) => [name, ignore])) as Record<Method, () => void>;
  const complete: PageHandlers = all;
  const { 'rules/changed': left, ...rest } = all;
  // @ts-expect-error -- 'rules/changed' is neither handled nor ignored
  const incomplete: PageHandlers = rest;
  assert.equal(complete['rules/changed'], left);
  assert.equal(incomplete['rules/changed'], undefined);
});

test('a handler that expects other params does not compile', () => {
  const takesTask = ({ task }: { readonly task: number }): void => void task;
  // @ts-expect-error -- the host names a server, not a task
  const handler: PageHandlers['tasks/changed'] = takesTask;
  assert.equal(handler, takesTask);
});
