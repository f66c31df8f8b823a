// What the fake host's servers offer beside tools.
(() => {
  const ok = (value) => ({ kind: 'ok', value, durationMs: 4.2 });
  Object.assign(window.fakeWorld, {
    facts: {
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: {},
        completions: {},
        logging: {},
        extensions: { 'io.modelcontextprotocol/ui': {} },
      },
      raw: {
        resultType: 'complete',
        supportedVersions: ['2026-07-28'],
        capabilities: { tools: { listChanged: true } },
        instructions: 'Ask first.',
      },
      instructions: 'Use switchboard_servers to see what runs.\nNever guess the name of a tool.',
      instructionTokens: 18,
      problems: [],
      statistics: {
        connects: 3,
        reconnects: 1,
        calls: 128,
        errors: 2,
        bytesIn: 481_234,
        bytesOut: 20_113,
        latencyMs: { p50: 3.2, p95: 41, p99: 350 },
        upSince: 1_790_000_000_000,
      },
      roots: [{ uri: 'file:///home/ada/shop', name: 'shop' }],
      subscribed: ['demo://log/today'],
      logLevel: 'info',
    },
    offers: {
      resources: [
        { uri: 'demo://notes/readme', name: 'readme', mimeType: 'text/markdown', description: 'What this is about' },
        { uri: 'demo://log/today', name: 'Today', mimeType: 'text/plain', size: 20_480 },
        { uri: 'demo://logo', name: 'logo', mimeType: 'image/png' },
        { uri: 'demo://backup', name: 'backup', mimeType: 'application/gzip', description: 'Bytes' },
        { uri: 'demo://gone', name: 'gone' },
      ],
      templates: [{ uriTemplate: 'demo://notes/{topic}{?lang,limit}', name: 'Notes by topic', mimeType: 'text/plain' }],
      prompts: [
        { name: 'greet', description: 'A friendly greeting' },
        {
          name: 'review',
          title: 'Review code',
          description: 'Asks for a review of one file.',
          arguments: [
            { name: 'file', description: 'Which file', required: true },
            { name: 'tone', description: 'How to say it' },
          ],
        },
      ],
    },
    tasks: [
      {
        id: 'task-3',
        server: 'embedded',
        status: 'working',
        statusMessage: 'Step 2 of 5: reading',
        tool: 'zoo',
        ttlMs: 600_000,
      },
      { id: 'task-2', server: 'embedded', status: 'input_required', tool: 'echo' },
      {
        id: 'task-1',
        server: 'embedded',
        status: 'completed',
        tool: 'slow',
        args: { topic: 'bees' },
        createdAt: '2026-11-16T09:00:00Z',
        content: [{ type: 'text', text: 'All about bees.' }],
      },
      {
        id: '7c1d',
        server: 'embedded',
        status: 'failed',
        fault: { code: 'server/call-failed', message: 'No such task' },
      },
    ],
    completions: ['friendly', 'formal', 'frank'],
    read: (uri) => {
      if (uri === 'demo://gone')
        return {
          kind: 'failed',
          durationMs: 2,
          fault: { code: 'server/call-failed', message: 'Resource not found: demo://gone', data: { code: -32002 } },
        };
      if (uri === 'demo://backup')
        return ok([{ uri, mimeType: 'application/gzip', blob: btoa('Hello, bytes! '.repeat(60)) }]);
      if (uri === 'demo://logo')
        return ok([
          {
            uri,
            mimeType: 'image/png',
            blob: 'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mNk+M9AEmAiTfmohlENowAALv8BH3LwZ2wAAAAASUVORK5CYII=',
          },
        ]);
      return ok([{ uri, mimeType: 'text/markdown', text: '# Notes\n\n* one\n* <b>two</b>\n' }]);
    },
    prompt: (name, args) =>
      ok({
        messages: [
          { role: 'user', content: { type: 'text', text: `${name}: please review ${args.file ?? 'this'}.` } },
          { role: 'assistant', content: { type: 'text', text: 'Gladly.' } },
        ],
      }),
    events: Array.from({ length: 40 }, (_, seq) => ({
      seq,
      at: 1_790_000_000_000 + seq * 1_700,
      ...(seq % 4 === 3
        ? {
            method: 'notifications/resources/updated',
            preview: '{"uri":"demo://log/today"}',
            params: { uri: 'demo://log/today' },
          }
        : {
            method: 'notifications/message',
            level: ['debug', 'info', 'warning', 'error'][seq % 5] ?? 'notice',
            logger: 'db',
            preview: `query ${seq} took ${seq * 3} ms`,
            params: { level: 'info', logger: 'db', data: `query ${seq} took ${seq * 3} ms` },
          }),
    })),
  });
})();
