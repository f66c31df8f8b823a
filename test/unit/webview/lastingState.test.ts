import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withLastingState } from '../../../webview/platform/lastingState.ts';
import { memoryStorage } from './fakeHostLink.ts';

test('the widths that a user chose outlive the page, what was typed does not', () => {
  const texts = new Map<string, string>();
  const browser = { getItem: (key: string) => texts.get(key) ?? null, setItem: texts.set.bind(texts) };
  withLastingState(memoryStorage(), browser).setState({ widths: { form: 400 }, drafts: { a: 'secret' } });
  assert.deepEqual(withLastingState(memoryStorage(), browser).getState(), { widths: { form: 400 } });
  const own = { widths: { form: 100 }, query: 'x' };
  assert.deepEqual(withLastingState(memoryStorage(own), browser).getState(), own, 'the page itself knows better');
});

test('a browser that forbids its storage takes nothing away', () => {
  const fail = (): never => {
    throw new Error('forbidden');
  };
  const page = memoryStorage();
  const state = withLastingState(page, { getItem: fail, setItem: fail });
  assert.equal(state.getState(), undefined);
  state.setState({ widths: {} });
  assert.deepEqual(page.state, { widths: {} });
});
