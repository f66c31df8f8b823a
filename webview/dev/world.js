// What the fake host tells: servers in every state, tools of every kind.
window.fakeWorld = (() => {
  const text = (value) => ({ type: 'text', text: value });
  const servers = [
    {
      id: 'embedded',
      label: 'Switchboard (embedded)',
      source: 'embedded',
      transport: 'memory',
      state: 'connected',
      stateText: 'Connected',
      era: 'modern',
      protocolVersion: '2026-07-28',
      toolCount: 7,
      latencyMs: 3.2,
    },
    {
      id: 'files',
      label: 'filesystem',
      source: '.vscode/mcp.json',
      transport: 'stdio',
      state: 'connecting',
      stateText: 'Connecting',
      toolCount: 0,
    },
    {
      id: 'weather',
      label: 'weather',
      source: '.vscode/mcp.json',
      transport: 'http',
      state: 'error',
      stateText: 'fetch failed',
      toolCount: 0,
      fault: {
        code: 'server/connect-failed',
        message: 'connect ECONNREFUSED 127.0.0.1:8080',
        hint: 'Is the server running, and is "url" in mcp.json right?',
      },
    },
    {
      id: 'git',
      label: 'git',
      source: '.mcp.json',
      transport: 'stdio',
      state: 'pending',
      stateText: 'Needs your approval',
      toolCount: 0,
    },
    {
      id: 'db',
      label: 'postgres',
      source: 'user',
      transport: 'stdio',
      state: 'disconnected',
      stateText: 'Not started',
      toolCount: 0,
    },
    {
      id: 'search',
      label: 'search',
      source: 'user',
      transport: 'sse',
      state: 'waiting',
      stateText: 'Lost, retry 2 is due',
      toolCount: 0,
      fault: { code: 'server/exited', message: 'The process ended with code 1' },
    },
    {
      id: 'many',
      label: 'many tools',
      source: 'user',
      transport: 'stdio',
      state: 'connected',
      stateText: 'Connected',
      era: 'legacy',
      protocolVersion: '2025-11-25',
      toolCount: 2000,
    },
  ];
  const tools = [
    {
      name: 'switchboard_servers',
      title: 'List managed servers',
      description: 'The managed MCP servers with their state, era, number of tools and last error.',
      inputSchema: { type: 'object', properties: {}, additionalProperties: false },
      outputSchema: { type: 'object', properties: { servers: { type: 'array' } } },
      annotations: { readOnlyHint: true, idempotentHint: true },
      tokens: 74,
    },
    {
      name: 'echo',
      description: 'Says what you say.\n\n  indented line',
      inputSchema: {
        type: 'object',
        properties: {
          message: { type: 'string', title: 'Message', description: 'What to say', minLength: 2 },
          times: { type: 'integer', minimum: 1, maximum: 10, default: 1 },
          loud: { type: 'boolean' },
          tone: { enum: ['kind', 'neutral', 'harsh'], default: 'neutral' },
        },
        required: ['message'],
      },
      tokens: 120,
    },
    { name: 'slow', description: 'Takes a while and reports progress.', inputSchema: { type: 'object' }, tokens: 40 },
    {
      name: 'delete_everything',
      description: 'Deletes all of it.',
      inputSchema: { type: 'object', properties: { confirm: { const: 'yes' } }, required: ['confirm'] },
      annotations: { destructiveHint: true, openWorldHint: true },
      tokens: 55,
    },
    { name: 'picture', description: 'Answers with an image.', inputSchema: { type: 'object' }, tokens: 30 },
    { name: 'broken', description: 'Fails.', inputSchema: { type: 'object' }, tokens: 30 },
    {
      name: 'zoo',
      title: 'Schema zoo',
      description: 'Every kind of field.',
      tokens: 900,
      inputSchema: {
        type: 'object',
        required: ['name', 'age', 'agree', 'address'],
        properties: {
          name: { type: 'string', title: 'Name', minLength: 2, maxLength: 40 },
          age: { type: 'integer', minimum: 0, maximum: 150 },
          agree: { type: 'boolean', description: 'Must be answered' },
          born: { type: 'string', format: 'date' },
          at: { type: 'string', format: 'date-time' },
          email: { type: 'string', format: 'email' },
          site: { type: 'string', format: 'uri' },
          secret: { type: 'string', format: 'password' },
          notes: { type: 'string', maxLength: 4000, description: 'Long text' },
          nick: { type: ['string', 'null'], default: null },
          kind: { type: 'string', enum: ['cat', 'dog', 'fish'] },
          size: {
            oneOf: [
              { const: 1, title: 'Small' },
              { const: 2, title: 'Large' },
            ],
          },
          colours: { type: 'array', uniqueItems: true, items: { enum: ['red', 'green', 'blue'] } },
          tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
          point: { type: 'array', prefixItems: [{ type: 'number' }, { type: 'number' }], items: false },
          address: {
            type: 'object',
            required: ['street'],
            properties: { street: { type: 'string' }, zip: { type: 'string', pattern: '^[0-9]{5}$' } },
          },
          headers: { type: 'object', additionalProperties: { type: 'string' } },
          shape: {
            oneOf: [
              {
                type: 'object',
                title: 'Circle',
                required: ['type', 'radius'],
                properties: { type: { const: 'circle' }, radius: { type: 'number', exclusiveMinimum: 0 } },
              },
              {
                type: 'object',
                title: 'Square',
                required: ['type', 'side'],
                properties: { type: { const: 'square' }, side: { type: 'number' } },
              },
            ],
          },
          tree: { $ref: '#/$defs/node' },
          anything: {},
          tenant: { type: 'string', 'x-mcp-header': 'X-Tenant' },
        },
        ...Object.fromEntries([
          ['if', { properties: { kind: { const: 'dog' } }, required: ['kind'] }],
          // oxlint-disable-next-line unicorn/no-thenable -- a schema, not a promise
          ['then', { properties: { breed: { type: 'string', description: 'Only for dogs' } }, required: ['breed'] }],
        ]),
        $defs: {
          node: {
            type: 'object',
            properties: { label: { type: 'string' }, children: { type: 'array', items: { $ref: '#/$defs/node' } } },
          },
        },
      },
    },
  ];
  const many = Array.from({ length: 2000 }, (_, at) => ({
    name: `tool_${at}`,
    description: `Does the thing number ${at} with care`,
    inputSchema: { type: 'object', properties: { value: { type: 'string' } } },
    tokens: 20 + (at % 50),
  }));
  const wide = {
    name: 'wide',
    description: '500 fields',
    tokens: 9000,
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(
        Array.from({ length: 500 }, (_, at) => [
          `field_${at}`,
          [{ type: 'string' }, { type: 'integer' }, { type: 'boolean' }, { enum: ['a', 'b', 'c'] }][at % 4],
        ]),
      ),
    },
  };
  const png =
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAIAAACQkWg2AAAAFklEQVR42mP4z8DwnxLMMGrAqAGjBgAA8iH/AXrQ5IcAAAAASUVORK5CYII=';
  const call = ({ tool, args, call: id }, tell) => {
    const { state, pending } = window.fakeHost;
    const at = Date.now();
    const base = { server: 'embedded', connection: 'c1', bytes: 180 };
    window.fakeHost.append([
      {
        ...base,
        at,
        direction: 'toServer',
        kind: 'request',
        method: 'tools/call',
        id,
        preview: JSON.stringify({ name: tool, arguments: args }),
      },
    ]);
    const request = state.next - 1;
    const done = (outcome) => {
      window.fakeHost.append([
        {
          ...base,
          at: Date.now(),
          direction: 'toClient',
          kind: 'response',
          method: 'tools/call',
          id,
          status: outcome.status === 'ok' ? 'ok' : 'error',
          durationMs: outcome.durationMs,
          pair: request,
          bytes: 2400,
          preview: JSON.stringify(outcome.content).slice(0, 120),
        },
      ]);
      return outcome;
    };
    if (tool === 'slow') {
      return new Promise((resolve, reject) => {
        let progress = 0;
        const timer = setInterval(() => {
          tell({ progress: ++progress, total: 5, message: `Step ${progress} of 5` });
          if (progress < 5) return;
          clearInterval(timer);
          resolve(done({ status: 'ok', content: [text('slow is done')], durationMs: progress * 300 }));
        }, 300);
        pending.set(id, () => (clearInterval(timer), reject({ code: 'cancelled', message: 'Cancelled' })));
      });
    }
    if (tool === 'picture')
      return done({
        status: 'ok',
        content: [
          text('One pixel square:'),
          { type: 'image', mimeType: 'image/png', data: png },
          { type: 'resource_link', uri: 'https://example.com/a', name: 'Example', description: 'Shown, not followed' },
        ],
        durationMs: 12,
      });
    if (tool === 'broken')
      return done({
        status: 'failed',
        content: [],
        durationMs: 8,
        fault: {
          code: 'server/call-failed',
          message: 'Invalid params: "x" is required',
          hint: 'Check the arguments against the input schema',
          data: { code: -32602, data: { path: '/x' } },
        },
      });
    if (tool === 'delete_everything')
      return done({ status: 'toolError', content: [text('Refused: nothing to delete')], durationMs: 4 });
    if (tool === 'switchboard_servers')
      return done({
        status: 'ok',
        content: [text(JSON.stringify({ servers }))],
        structuredContent: { servers },
        durationMs: 3.4,
      });
    return done({ status: 'ok', content: [text(`${tool}: ${JSON.stringify(args)}`)], durationMs: 2.1 });
  };
  const figures = (server, name, count, errors, p50) => ({
    server,
    method: 'tools/call',
    ...(name && { name }),
    count,
    answered: count,
    errors,
    p50,
    p95: p50 * 3,
    p99: p50 * 7,
    maxMs: p50 * 12,
    bytes: count * 812,
    tokens: count * 203,
    histogram: [0, 1, 5, 9, 20, 12, 4, 1, 0, 0].map((share) => Math.round((share * count) / 50)),
  });
  const someStatistics = [
    figures('embedded', 'switchboard_servers', 12, 0, 1.2),
    figures('filesystem', 'read_file', 1_240, 17, 8.4),
    figures('filesystem', 'write_file', 88, 0, 14),
    figures('weather', 'forecast', 31, 31, 1_450),
  ];
  return {
    servers,
    someStatistics,
    catalogs: { embedded: tools, many: [...many, wide] },
    call,
    body: (seq) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: seq,
        method: 'tools/call',
        params: { name: 'echo', arguments: { message: 'hello', list: [1, 2, 3], nested: { deep: { deeper: true } } } },
      }),
  };
})();
