import type { Frame } from 'playwright-core';
import { type View, patterns } from './viewSteps.ts';

async function search(frame: Frame, query: string): Promise<void> {
  const note = await frame.getByTestId('knowledge-note').innerText();
  await frame.locator('[data-testid=knowledge-search] input').fill(query);
  await frame.getByTestId('knowledge-note').filter({ hasNotText: note }).waitFor();
}

export const knowledgeViews: readonly View[] = [
  {
    name: 'knowledge',
    page: 'knowledge',
    show: patterns,
  },
  {
    name: 'pattern',
    page: 'knowledge',
    show: async (frame) => {
      await patterns(frame);
      await frame.locator('[role=option][data-pattern]').first().click();
      await frame.getByTestId('pattern').waitFor();
    },
  },
  {
    name: 'knowledge-found',
    page: 'knowledge',
    show: async (frame) => {
      await patterns(frame);
      await search(frame, 'user input in an SQL query');
    },
    leave: (frame) => search(frame, ''),
  },
  {
    name: 'knowledge-none-found',
    page: 'knowledge',
    show: async (frame) => {
      await patterns(frame);
      await search(frame, 'qqqq');
    },
    leave: async (frame) => {
      await frame.getByTestId('clear-search').click();
      await frame.locator('[role=option][data-pattern]').first().waitFor();
    },
  },
];
