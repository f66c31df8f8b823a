import { browseScenes } from './browseScenes.mjs';

const pick = (name) => async (page) => page.locator(`[data-tool="${name}"][role=option]`).click();
const run = async (page) => {
  await page.getByTestId('run').click();
  await page.locator('[data-testid=result][data-status]:not([data-status=running])').waitFor();
};
const flood = (count) => (page) =>
  page.evaluate((rows) => {
    const methods = ['tools/call', 'tools/list', 'resources/read', 'notifications/progress', 'ping'];
    window.fakeHost.append(
      Array.from({ length: rows }, (_, at) => ({
        at: Date.now() - (rows - at) * 37,
        server: ['embedded', 'filesystem', 'weather'][at % 3],
        connection: 'c',
        direction: at % 11 === 10 ? 'none' : at % 2 ? 'toClient' : 'toServer',
        kind: at % 11 === 10 ? 'stderr' : at % 5 === 3 ? 'notification' : at % 2 ? 'response' : 'request',
        method: at % 11 === 10 ? undefined : methods[at % 5],
        id: at,
        ...(at % 5 === 0 && { name: ['echo', 'read_file', 'search_the_web'][at % 3] }),
        ...(at % 40 === 24 && { group: 20 * Math.floor(at / 40) * 2 + 20 }),
        ...(at % 2 && {
          status: at % 7 === 0 ? 'error' : at % 9 === 0 ? 'toolError' : 'ok',
          durationMs: (at % 90) * 3.7,
          ...(at % 13 && { pair: at - 1 }),
        }),
        bytes: 60 + (at % 40) * 97,
        preview: `{"jsonrpc":"2.0","id":${at},"method":"${methods[at % 5]}","params":{"name":"echo","arguments":{"message":"hello ${at}"}}}`,
      })),
    );
  }, count);

const someCalls = () => {
  const now = 1_790_000_000_000;
  const call = (id, tool, status, more = {}) => ({
    id,
    number: 1,
    server: 'embedded',
    tool,
    args: { message: 'hello', times: 3 },
    startedAt: now - Number(id) * 61_000,
    rounds: [],
    state: {
      kind: 'done',
      end: { status, durationMs: 12.4, bytes: 900, preview: 'The answer begins like this', kept: true },
      outcome: { status, content: [{ type: 'text', text: 'The **answer**' }], durationMs: 12.4 },
    },
    ...more,
  });
  window.fakeWorld.calls = [
    call('1', 'echo', 'ok', {
      repeat: {
        times: 100,
        concurrency: 4,
        done: 100,
        errors: 2,
        perSecond: 412,
        latency: { min: 0.8, mean: 2.2, p50: 1.9, p95: 6.1, p99: 9.4, max: 12.7 },
      },
      rounds: [{ kind: 'form', at: now, message: 'Who are you?', answer: 'accept' }],
    }),
    call('2', 'broken', 'failed'),
    call('3', 'delete_everything', 'toolError'),
    call('4', 'slow', 'cancelled'),
  ];
  window.fakeWorld.savedCalls = {
    writable: true,
    calls: [{ name: 'say hello', server: 'embedded', tool: 'echo', args: { message: 'hello' } }],
  };
};
const someAsks = () => {
  const origin = { server: 'embedded', at: 0 };
  const schema = {
    type: 'object',
    properties: { name: { type: 'string', title: 'Name', minLength: 2 }, colour: { enum: ['red', 'green'] } },
    required: ['name'],
  };
  window.fakeWorld.models = [{ id: 'm', name: 'Model M' }];
  window.fakeWorld.asks = [
    { ...origin, id: 'a', kind: 'form', message: 'Who are you, and what do you like?', schema },
    {
      ...origin,
      id: 'b',
      kind: 'url',
      message: 'Please confirm',
      url: 'https://example.org/c?d=e',
      host: 'example.org',
    },
    {
      ...origin,
      id: 'c',
      kind: 'sampling',
      system: 'Be brief.',
      messages: [{ role: 'user', text: 'What is the capital of France?' }],
      hints: ['small-model'],
      raw: {},
    },
  ];
};

export const scenes = [
  { name: 'asks', width: 320, height: 1800, prepare: someAsks },
  { name: 'asks-narrow', width: 220, height: 900, themes: ['light'], prepare: someAsks },
  {
    name: 'history',
    width: 420,
    prepare: someCalls,
    act: async (page) => {
      await page.getByTestId('part-calls').click();
      await page.getByTestId('history-row').first().click();
    },
  },
  { name: 'raw', width: 320, themes: ['dark', 'hcLight'], act: (page) => page.getByTestId('part-raw').click() },
  {
    name: 'call-options',
    width: 900,
    height: 900,
    prepare: someCalls,
    act: async (page) => {
      await pick('echo')(page);
      await page.locator('[data-testid=call-options] button').click();
      await page.locator('[data-testid=keep-call] button').first().click();
    },
  },
  { name: 'list', width: 320 },
  { name: 'narrow', width: 220, themes: ['dark', 'hcLight'] },
  { name: 'zoom', width: 160, height: 400, zoom: 2, themes: ['light'] },
  { name: 'detail', width: 320, act: async (page) => (await pick('switchboard_servers')(page), await run(page)) },
  {
    name: 'wide',
    width: 1100,
    height: 720,
    act: async (page) => (await pick('switchboard_servers')(page), await run(page)),
  },
  { name: 'echo', width: 320, act: async (page) => (await pick('echo')(page), await page.getByTestId('run').click()) },
  { name: 'zoo', width: 420, height: 2400, themes: ['dark', 'hcLight'], act: pick('zoo') },
  {
    name: 'zoo-filled',
    width: 900,
    height: 2600,
    themes: ['light'],
    act: async (page) => {
      await pick('zoo')(page);
      await page.getByTestId('tab-json').click();
      await page.locator('[data-testid=json-editor] textarea').fill(
        JSON.stringify({
          name: 'x',
          age: 200,
          agree: false,
          nick: null,
          kind: 'dog',
          size: 2,
          colours: ['red'],
          tags: ['a', 'b'],
          point: [1, 2],
          address: { street: 'Main', zip: '12' },
          headers: { 'X-A': '1' },
          shape: { type: 'square', side: 3 },
          tree: { label: 'root', children: [{ label: 'leaf' }] },
          anything: [1, 'two'],
          born: 'yesterday',
        }),
      );
      await page.getByTestId('tab-form').click();
    },
  },
  {
    name: 'picture',
    width: 700,
    themes: ['dark'],
    act: async (page) => (await pick('picture')(page), await run(page)),
  },
  {
    name: 'failed',
    width: 320,
    themes: ['dark', 'light', 'hcLight'],
    act: async (page) => (await pick('broken')(page), await run(page)),
  },
  {
    name: 'running',
    width: 320,
    themes: ['dark'],
    act: async (page) => (
      await pick('slow')(page),
      await page.getByTestId('run').click(),
      await page.waitForTimeout(700)
    ),
  },
  {
    name: 'fault',
    width: 320,
    themes: ['dark', 'hcDark'],
    prepare: () => (window.fakeWorld.selection = { server: 'weather' }),
  },
  {
    name: 'pending',
    width: 320,
    themes: ['dark'],
    prepare: () => (
      (window.fakeWorld.selection = { server: 'git' }),
      (window.fakeWorld.problems = [{ file: 'mcp.json', line: 12, severity: 'error', message: 'Expected a comma' }])
    ),
  },
  { name: 'many', width: 320, themes: ['dark'], prepare: () => (window.fakeWorld.selection = { server: 'many' }) },
  {
    name: 'traffic',
    view: 'traffic',
    width: 1200,
    height: 320,
    act: async (page) => (
      await flood(5000)(page),
      await page.waitForTimeout(300),
      await page.locator('[data-seq]').nth(6).click()
    ),
  },
  {
    name: 'traffic-narrow',
    view: 'traffic',
    width: 360,
    height: 500,
    themes: ['dark', 'hcLight'],
    act: async (page) => (
      await flood(300)(page),
      await page.waitForTimeout(300),
      await page.locator('[data-seq]').nth(6).click()
    ),
  },
  {
    name: 'knowledge',
    width: 1000,
    height: 760,
    act: async (page) => (
      await page.getByTestId('open-knowledge').click(),
      await page.locator('[data-pattern]').first().click(),
      await page.getByTestId('pattern').waitFor()
    ),
  },
  {
    name: 'knowledge-narrow',
    width: 220,
    height: 760,
    act: async (page) => (
      await page.getByTestId('open-knowledge').click(),
      await page.locator('[data-pattern]').first().waitFor()
    ),
  },
  {
    name: 'knowledge-read',
    width: 240,
    height: 1400,
    themes: ['dark', 'hcLight'],
    act: async (page) => (
      await page.getByTestId('open-knowledge').click(),
      await page.locator('[data-pattern]').first().click(),
      await page.getByTestId('pattern').waitFor()
    ),
  },
  {
    name: 'traffic-query',
    view: 'traffic',
    width: 900,
    height: 320,
    act: async (page) => (
      await flood(600)(page),
      await page.waitForTimeout(300),
      await page.getByRole('textbox', { name: 'Filter traffic' }).pressSequentially('status:e')
    ),
  },
  {
    name: 'traffic-problem',
    view: 'traffic',
    width: 700,
    height: 260,
    themes: ['dark', 'hcLight'],
    act: async (page) => (
      await flood(60)(page),
      await page.getByRole('textbox', { name: 'Filter traffic' }).fill('stauts:error ')
    ),
  },
  {
    name: 'traffic-waterfall',
    view: 'traffic',
    width: 1100,
    height: 360,
    act: async (page) => (
      await flood(300)(page),
      await page.getByTestId('tab-waterfall').click(),
      await page.locator('[data-call]').first().waitFor(),
      await page.getByTestId('zoom-in').click(),
      await page.getByTestId('zoom-in').click()
    ),
  },
  {
    name: 'traffic-statistics',
    view: 'traffic',
    width: 1000,
    height: 300,
    prepare: () => (window.fakeWorld.statistics = window.fakeWorld.someStatistics),
    act: async (page) => (
      await flood(300)(page),
      await page.getByTestId('tab-statistics').click(),
      await page.locator('tbody tr').first().waitFor()
    ),
  },
  {
    name: 'traffic-rules',
    view: 'traffic',
    width: 900,
    height: 520,
    prepare: () =>
      (window.fakeWorld.rules = {
        rules: [
          {
            id: 1,
            enabled: true,
            server: 'weather',
            tool: 'forecast',
            action: { kind: 'pause', on: 'request' },
            hits: 1,
          },
          { id: 2, enabled: false, action: { kind: 'fail', code: -32_603, message: 'Out of luck' }, hits: 0 },
        ],
        held: [
          {
            id: 1,
            rule: 1,
            server: 'weather',
            on: 'request',
            method: 'tools/call',
            name: 'forecast',
            since: Date.now() - 4_000,
          },
        ],
      }),
    act: async (page) => (
      await flood(60)(page),
      await page.getByTestId('tab-rules').click(),
      await page.getByTestId('held-call').waitFor()
    ),
  },
  {
    name: 'traffic-slim',
    view: 'traffic',
    width: 220,
    height: 400,
    themes: ['light'],
    act: async (page) => (await flood(60)(page), await page.getByTestId('tab-waterfall').click()),
  },
  { name: 'traffic-empty', view: 'traffic', width: 800, height: 200, themes: ['light'] },
  ...browseScenes,
];
