import {
  type View,
  ask,
  dismiss,
  focus,
  head,
  inspectorView,
  notRunning,
  openSection,
  part,
  runExtra,
  tool,
} from './viewSteps.ts';

export const inspectorViews: readonly View[] = [
  inspectorView('tools', (frame) => part(frame, 'everything', 'tools')),
  inspectorView('tools-none-found', async (frame) => {
    await part(frame, 'everything', 'tools');
    await frame.locator('[data-testid=tool-search] input').fill('nothing like this');
    await frame.getByTestId('clear-search').waitFor();
  }),
  inspectorView('form', (frame) => tool(frame, 'samples', 'nested')),
  inspectorView('json', (frame) => tool(frame, 'samples', 'nested', 'json')),
  inspectorView('schema', (frame) => tool(frame, 'samples', 'nested', 'schema')),
  inspectorView('form-date', (frame) => tool(frame, 'samples', 'date')),
  inspectorView('result-table', (frame) => tool(frame, 'embedded', 'switchboard_servers')),
  inspectorView('result-tree', (frame) => tool(frame, 'everything', 'get-structured-content')),
  inspectorView('result-rows', async (frame) => {
    await tool(frame, 'samples', 'string');
    await frame.getByTestId('records').waitFor();
  }),
  {
    ...inspectorView('result-compared', async (frame) => {
      await tool(frame, 'samples', 'result_counter');
      await frame.getByTestId('compare').click();
      await frame.getByTestId('diff-lines').waitFor();
    }),
    leave: (frame) => frame.getByTestId('compare').click(),
  },
  inspectorView('result-long', (frame) => tool(frame, 'samples', 'result_big')),
  inspectorView('result-image', (frame) => tool(frame, 'everything', 'get-tiny-image')),
  inspectorView('result-links', (frame) => tool(frame, 'everything', 'get-resource-links')),
  inspectorView('call-options', (frame) => runExtra(frame, 'show-options', 'call-options')),
  inspectorView('save-call', (frame) => runExtra(frame, 'show-save', 'save-or-copy')),
  inspectorView('menu', async (frame) => {
    await tool(frame, 'everything', 'get-structured-content');
    await frame.getByTestId('result-more').click();
    await frame.locator('.menu:popover-open').waitFor();
  }),
  inspectorView('question', (frame) => tool(frame, 'asking', 'ask_form')),
  inspectorView('running', (frame) => tool(frame, 'everything', 'trigger-long-running-operation')),
  inspectorView('result-error', (frame) => tool(frame, 'everything', 'get-sum')),
  inspectorView('no-arguments', (frame) => tool(frame, 'everything', 'get-env')),
  inspectorView('form-problems', async (frame) => {
    await tool(frame, 'everything', 'echo');
    await frame.getByTestId('run').click();
    await frame.getByTestId('form-problems').waitFor();
  }),
  inspectorView('result-kinds', (frame) => tool(frame, 'samples', 'result_kinds')),
  inspectorView('result-invalid', (frame) => tool(frame, 'samples', 'result_structured')),
  inspectorView('result-tool-error', (frame) => tool(frame, 'samples', 'fail_tool')),
  inspectorView('result-rpc-error', (frame) => tool(frame, 'samples', 'fail_rpc')),
  { name: 'question-url', page: 'inspector', show: (frame) => ask(frame, 'ask_url'), leave: dismiss },
  { name: 'question-model', page: 'inspector', show: (frame) => ask(frame, 'ask_model'), leave: dismiss },
  inspectorView('failed-server', (frame) => notRunning(frame, 'github', 'tools')),
  inspectorView('failed-server-page', (frame) => notRunning(frame, 'github', 'server')),
  inspectorView('not-approved', (frame) => notRunning(frame, 'memory', 'tools')),
  inspectorView('stopped', (frame) => notRunning(frame, 'resting', 'tools')),
  inspectorView('unreachable', (frame) => notRunning(frame, 'remote', 'server')),
  inspectorView('resources-none', (frame) => part(frame, 'samples', 'resources')),
  inspectorView('prompts-none', (frame) => part(frame, 'samples', 'prompts')),
  inspectorView('resources', (frame) => part(frame, 'everything', 'resources')),
  inspectorView('resource', async (frame) => {
    await part(frame, 'everything', 'resources', '[role=option][data-resource]');
    await frame.locator('[data-testid=contents]').waitFor();
  }),
  inspectorView('template', (frame) => part(frame, 'everything', 'resources', '[data-resource*="dynamic/blob/{"]')),
  inspectorView('prompts', (frame) => part(frame, 'everything', 'prompts')),
  inspectorView('prompt', async (frame) => {
    await part(frame, 'everything', 'prompts', '[data-prompt="args-prompt"]');
    await frame.getByTestId('argument-city').locator('input').fill('Bergen');
    await frame.page().keyboard.press('Control+Enter');
    await frame.getByTestId('message').first().waitFor();
  }),
  inspectorView('tasks', (frame) => part(frame, 'everything', 'tasks')),
  inspectorView('task', (frame) => part(frame, 'everything', 'tasks', '[role=option][data-task]')),
  inspectorView('tasks-none', (frame) => part(frame, 'samples', 'tasks')),
  inspectorView('notifications', (frame) => part(frame, 'everything', 'events')),
  inspectorView('notification', (frame) => part(frame, 'everything', 'events', '[role=row][data-event]')),
  inspectorView('notifications-none', (frame) => part(frame, 'samples', 'events')),
  inspectorView('server', (frame) => part(frame, 'everything', 'server')),
  inspectorView('server-lint', async (frame) => {
    await part(frame, 'everything', 'server');
    await openSection(frame, 'lint');
    await frame.getByTestId('lint-score').waitFor();
  }),
  inspectorView('server-output', async (frame) => {
    await part(frame, 'everything', 'server');
    await frame.getByTestId('server-output').evaluate((section) => section.scrollIntoView());
  }),
  {
    ...inspectorView('server-more', async (frame) => {
      await part(frame, 'everything', 'server');
      for (const section of ['conformance', 'roots', 'pins']) await openSection(frame, section);
    }),
    leave: async (frame) => {
      for (const section of ['conformance', 'roots', 'pins']) await head(frame, section).click();
    },
  },
  inspectorView('history', (frame) => part(frame, 'everything', 'calls')),
  {
    ...inspectorView('history-open', async (frame) => {
      await part(frame, 'everything', 'calls');
      await frame.getByTestId('history-row').last().click();
      await frame
        .getByTestId('history-row')
        .last()
        .evaluate((row) => row.scrollIntoView());
    }),
    leave: (frame) => frame.getByTestId('history-row').last().click(),
  },
  {
    ...inspectorView('history-none-found', async (frame) => {
      await part(frame, 'everything', 'calls');
      await frame.locator('[data-testid=history-search] input').fill('nothing like this');
      await frame.getByTestId('clear-search').waitFor();
    }),
    leave: (frame) => frame.getByTestId('clear-search').click(),
  },
  inspectorView('raw', (frame) => part(frame, 'everything', 'raw')),
  inspectorView('raw-answer', async (frame) => {
    await part(frame, 'samples', 'raw');
    await frame.getByTestId('raw-send').click();
    await frame.getByTestId('raw-answer').waitFor();
  }),
  inspectorView('focus-tabs', async (frame) => {
    await part(frame, 'everything', 'tools');
    await focus(frame, '[data-testid=tab-tools]');
  }),
  inspectorView('focus-list', async (frame) => {
    await part(frame, 'everything', 'tools');
    await focus(frame, '[role=listbox]');
    await frame.page().keyboard.press('ArrowDown');
    await frame.page().keyboard.press('ArrowDown');
  }),
  inspectorView('focus-run', async (frame) => {
    await tool(frame, 'everything', 'get-structured-content');
    await focus(frame, '[data-testid=run]');
  }),
  inspectorView('focus-result', async (frame) => {
    await tool(frame, 'everything', 'get-structured-content');
    await focus(frame, '[data-testid=results] [role=tree]');
  }),
  { name: 'no-servers', page: 'noServers', show: async (frame) => frame.getByTestId('tab-tools').click() },
];
