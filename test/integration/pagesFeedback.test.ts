// What a page shows of an action while its host says nothing: that it has begun, at once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Frame } from 'playwright-core';
import { ended } from '../e2e/support/toolCalls.ts';
import { openSection, part, tool } from '../webview/viewSteps.ts';
import { WalkedPages } from '../webview/walkedPages.ts';

let pages: WalkedPages;

before(async () => {
  pages = await WalkedPages.open('en');
});
after(() => pages[Symbol.asyncDispose]());

interface Held {
  toHost?(message: unknown): void;
  held?: { readonly send: (message: unknown) => void; readonly messages: unknown[] };
}

/** Nothing that the page says reaches its host until `release`. */
function holdMessages(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const page = globalThis as Held;
    const messages: unknown[] = [];
    page.held = { send: page.toHost!, messages };
    page.toHost = (message) => void messages.push(message);
  });
}

function release(frame: Frame): Promise<void> {
  return frame.evaluate(() => {
    const page = globalThis as Held;
    const { send, messages } = page.held!;
    page.toHost = send;
    messages.forEach((message) => send(message));
  });
}

const signs =
  '[data-testid=cancel], vscode-progress-ring, [role=progressbar], vscode-button[disabled], button:disabled';

/** Whether there are more signs of work two frames after a click: not one of them can be the host's. */
async function showsWork(frame: Frame, selector: string): Promise<boolean> {
  await frame.locator(`${selector}:visible`).first().waitFor();
  await holdMessages(frame);
  const more = await frame.evaluate(
    async ([what, wanted]) => {
      const seen = (): number => [...document.querySelectorAll(wanted!)].filter((one) => one.checkVisibility()).length;
      const drawn = (): Promise<unknown> => new Promise((resolve) => requestAnimationFrame(resolve));
      const count = seen();
      const all = [...document.querySelectorAll<HTMLElement>(what!)];
      all.find((one) => one.checkVisibility())!.click();
      await drawn();
      await drawn();
      return seen() > count;
    },
    [selector, signs],
  );
  await release(frame);
  return more;
}

interface Action {
  readonly name: string;
  readonly show: (frame: Frame) => Promise<unknown>;
  readonly click: string;
  /** What it leads to, once the host answers. */
  readonly after?: (frame: Frame) => Promise<unknown>;
}

const connected = (frame: Frame): Promise<void> =>
  frame.locator('[data-testid=server-header][data-state=connected]').waitFor();

const actions: readonly Action[] = [
  {
    name: 'Run',
    show: (frame) => tool(frame, 'everything', 'get-env'),
    click: '[data-testid=run]',
    after: ended,
  },
  {
    name: 'Run Again',
    show: (frame) => tool(frame, 'everything', 'get-tiny-image'),
    click: '[data-testid=run-again]',
    after: ended,
  },
  {
    name: 'Get Prompt',
    show: (frame) => part(frame, 'everything', 'prompts', '[data-prompt="simple-prompt"]'),
    click: '[data-testid=get-prompt]',
    after: (frame) => frame.getByTestId('message').first().waitFor(),
  },
  {
    name: 'a resource',
    show: (frame) => part(frame, 'everything', 'resources'),
    click: '[role=option][data-resource]',
  },
  {
    name: 'Send',
    show: (frame) => part(frame, 'samples', 'raw'),
    click: '[data-testid=raw-send]:not([disabled])', // once its text has come
    after: (frame) => frame.getByTestId('raw-answer').waitFor(),
  },
  {
    name: 'Lint',
    show: async (frame) => {
      await part(frame, 'everything', 'server');
      await openSection(frame, 'lint');
      await frame.getByTestId('lint-score').waitFor();
    },
    click: '[data-testid=lint-again]',
    after: (frame) => frame.getByTestId('lint-score').waitFor(),
  },
  {
    name: 'Restart Server',
    show: (frame) => part(frame, 'everything', 'tools'),
    click: '[data-testid=server-restart]',
    after: connected,
  },
];

for (const { name, show, click, after: then } of actions)
  test(`${name}: a sign of work is there before the host has heard of it`, async () => {
    const inspector = pages.frame('inspector');
    await show(inspector);
    assert.ok(await showsWork(inspector, click));
    await then?.(inspector);
  });

test('a result that came while the user looked is marked, and one that is opened later is not', async () => {
  const inspector = pages.frame('inspector');
  await tool(inspector, 'everything', 'echo');
  await inspector.locator('[data-field="/message"] input').fill('hello');
  await inspector.getByTestId('run').click();
  await ended(inspector);
  assert.equal(await inspector.locator('.result.is-new').count(), 1);
  await tool(inspector, 'everything', 'get-structured-content');
  await tool(inspector, 'everything', 'echo');
  assert.equal(await inspector.locator('.result.is-new').count(), 0);
});
