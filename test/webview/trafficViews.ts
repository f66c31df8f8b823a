import { type View, run, trafficTab, trafficView } from './viewSteps.ts';

function textHasCome(): boolean {
  return (
    document.querySelector<HTMLTextAreaElement>('[data-testid=held-call] .json-text')?.value.includes('{') ?? false
  );
}

export const trafficViews: readonly View[] = [
  trafficView('traffic', (frame) => trafficTab(frame, 'messages')),
  trafficView('traffic-detail', async (frame) => {
    await trafficTab(frame, 'messages', 'method:tools/call');
    await frame.locator('[data-testid=traffic-rows] [data-seq]').first().click();
    await frame.getByTestId('frame-body').waitFor();
  }),
  trafficView('traffic-none-found', async (frame) => {
    if (await frame.getByTestId('frame-close').isVisible()) await frame.getByTestId('frame-close').click();
    await trafficTab(frame, 'messages', 'nothing-like-this');
    await frame.getByTestId('clear-filter').waitFor();
  }),
  trafficView('filter-words', async (frame) => {
    await trafficTab(frame, 'messages');
    await frame.locator('[data-testid=traffic-filter] input').fill('st');
    await frame.locator('.query-offer [role=option]').first().waitFor();
  }),
  trafficView('waterfall', async (frame) => {
    await trafficTab(frame, 'waterfall');
    await frame.locator('[data-call]').first().waitFor();
  }),
  ...['waterfall', 'statistics'].map((tab) =>
    trafficView(`${tab}-none-found`, async (frame) => {
      await trafficTab(frame, tab, 'nothing-like-this');
      await frame.getByTestId('clear-filter').waitFor();
    }),
  ),
  trafficView('statistics', async (frame) => {
    await trafficTab(frame, 'statistics');
    await frame.locator('[data-what]').first().waitFor();
  }),
  trafficView('rules-none', async (frame) => {
    await trafficTab(frame, 'rules');
    const remove = frame.getByTestId('rule-remove');
    for (const one of await remove.all()) await one.evaluate((button: HTMLElement) => button.click());
    await frame.locator('[data-testid^=rule-example]').first().waitFor();
  }),
  trafficView('rules', async (frame) => {
    await trafficTab(frame, 'rules');
    if ((await frame.getByTestId('rule').count()) > 0) return;
    await frame.locator('[data-testid^=rule-example]').first().click();
    await frame.getByTestId('rule').waitFor();
  }),
  {
    ...trafficView('rules-held', async (frame) => {
      await trafficTab(frame, 'rules');
      await run(frame, 'samples', 'form_5', { f0: 1 });
      await frame.waitForFunction(textHasCome);
    }),
    leave: async (frame) => {
      await frame.getByTestId('held-continue').click();
      await frame.getByTestId('rules-clear').click(); // the calls of other views would be held too
    },
  },
  { name: 'no-traffic', page: 'noTraffic', show: (frame) => trafficTab(frame, 'messages') },
  {
    name: 'no-calls',
    page: 'noTraffic',
    show: async (frame) => {
      await trafficTab(frame, 'waterfall');
      await frame.locator('.empty').waitFor();
    },
  },
];
