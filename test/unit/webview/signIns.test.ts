import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SignInView } from '../../../src/contract/signIn.ts';
import { SignIns } from '../../../webview/model/servers/signIns.ts';
import { valueIn } from '../../../webview/platform/loaded.ts';
import { FakeHostLink } from './fakeHostLink.ts';

test('after a sign-in from a step, and after a sign-out, what is shown is loaded again', async () => {
  const link = new FakeHostLink();
  const view: SignInView = { steps: [{ kind: 'page', at: 1, verdict: 'ok' }] };
  link.ready['signIn/get'] = () => view;
  link.ready['signIn/again'] = () => undefined;
  const signIns = new SignIns(link);
  await signIns.again('a', 'registration');
  assert.deepEqual(valueIn(signIns.views.of('a').value), view);
  link.ready['signIn/revoke'] = () => Promise.reject(new Error('out of reach'));
  await signIns.revoke('a');
  assert.match(signIns.failures.of('a')?.message ?? '', /out of reach/);
});
