// A host in the page: `acquireVsCodeApi` for the dev page, answering from window.fakeWorld.
(() => {
  const world = window.fakeWorld ?? {};
  const state = { saved: world.saved, generation: 1, next: 0, rows: [] };
  const post = (message) => queueMicrotask(() => window.postMessage(message, '*'));
  window.fakeHost = {
    state,
    post,
    note: (method, params) => post({ kind: 'note', method, params }),
    requests: [],
    pending: new Map(),
  };

  function snapshot() {
    return { servers: world.servers ?? [], problems: world.problems ?? [], trusted: world.trusted ?? true };
  }

  function page(fromSeq, limit) {
    const rows = state.rows.filter((row) => row.seq >= fromSeq).slice(0, limit);
    return {
      generation: state.generation,
      rows,
      firstSeq: state.rows[0]?.seq ?? 0,
      nextSeq: state.next,
      dropped: world.dropped ?? 0,
    };
  }

  window.fakeHost.append = (rows, { silently = false } = {}) => {
    for (const row of rows) state.rows.push({ ...row, seq: state.next++ });
    const added = state.rows.slice(-rows.length);
    if (!silently) window.fakeHost.note('traffic/appended', { generation: state.generation, rows: added, dropped: 0 });
  };

  const results = new Map();
  const numbers = new Map();

  async function run({ call: id, server, tool, args }) {
    const number = (numbers.get(tool) ?? 0) + 1;
    numbers.set(tool, number);
    const view = { id, number, server, tool, args, startedAt: Date.now(), rounds: [], state: { kind: 'running' } };
    const tell = (state) => window.fakeHost.note('calls/changed', { ...view, state });
    tell(view.state);
    const progress = (step) => tell({ kind: 'running', progress: step });
    let outcome;
    try {
      outcome = world.call ? await world.call({ tool, args, call: id }, progress) : { status: 'ok', content: [] };
    } catch {
      outcome = { status: 'cancelled', content: [], durationMs: 1 };
    }
    results.set(id, outcome);
    const end = { status: outcome.status, durationMs: outcome.durationMs ?? 1, bytes: 900, preview: '', kept: true };
    tell({ kind: 'done', end, outcome });
  }

  const answers = {
    'app/ready': () => ({ snapshot: snapshot(), selection: world.selection ?? {} }),
    'catalog/get': ({ server }) => ({ server, tools: world.catalogs?.[server] ?? [] }),
    'selection/set': () => undefined,
    'knowledge/search': () => world.knowledge?.search,
    'knowledge/get': () => world.knowledge?.pattern,
    'knowledge/wanted': () => undefined,
    'browse/facts': ({ server }) => ({ ...world.facts, server }),
    'browse/offers': ({ server }) => ({ ...world.offers, server }),
    'browse/complete': ({ value }) => ({
      values: (world.completions ?? []).filter((each) => each.startsWith(value)),
      hasMore: false,
    }),
    'tasks/list': ({ server }) => ({ server, offered: true, tasks: world.tasks ?? [] }),
    'resources/read': ({ uri }) => world.read(uri),
    'prompts/get': ({ prompt, args }) => world.prompt(prompt, args),
    'events/page': ({ fromSeq }) => ({
      events: (world.events ?? []).filter(({ seq }) => seq >= fromSeq),
      nextSeq: (world.events ?? []).length,
      dropped: 0,
    }),
    'calls/run': (params) => void run(params),
    'calls/cancel': ({ call }) => window.fakeHost.pending.get(call)?.(),
    'calls/list': () => world.calls ?? [],
    'calls/result': ({ call }) => ({ value: results.get(call), cuts: [] }),
    'asks/list': () => world.asks ?? [],
    'saved/list': () => world.savedCalls ?? { calls: [], writable: true },
    'models/list': () => world.models ?? [],
    'raw/template': ({ method }) => ({
      text: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: {} }, undefined, 2),
    }),
    'traffic/follow': () => page(Math.max(0, state.next - 5_000), 5_000),
    'traffic/page': ({ fromSeq, limit }) => page(fromSeq, limit),
    'traffic/body': ({ seq }) => ({ seq, text: world.body?.(seq) ?? '{}', truncated: false }),
    'traffic/wanted': () => ({}),
    'rules/get': () => world.rules ?? { rules: [], held: [] },
    'rules/held': () => ({ text: world.body?.(1) ?? '{}' }),
    'rules/add': () => undefined,
    'traffic/search': ({ search, query }) => {
      const word = query.replace(/.*body:/, '');
      const seqs = state.rows.filter((row) => (world.body?.(row.seq) ?? '').includes(word)).map((row) => row.seq);
      window.fakeHost.note('traffic/found', { search, seqs, caughtUp: true });
      return new Promise(() => {});
    },
    'traffic/spans': ({ since }) => {
      const answers = new Map(state.rows.filter((row) => row.pair !== undefined).map((row) => [row.pair, row]));
      const spans = state.rows
        .filter((row) => row.kind === 'request')

        .map((row) => {
          const { status, durationMs } = answers.get(row.seq) ?? {};
          return Object.assign({}, row, { status, durationMs });
        });
      return { generation: state.generation, version: spans.length, spans: spans.slice(since), more: false };
    },
    'traffic/statistics': () => ({
      generation: state.generation,
      frames: state.rows.length,
      counted: state.rows.length,
      notifications: 7,
      rows: world.statistics ?? [],
    }),
    'traffic/compare': () => undefined,
    'traffic/resend': () => undefined,
    'traffic/export': () => ({ written: 1 }),
    'traffic/exportStatistics': () => undefined,
    'traffic/clear': () => {
      state.generation++;
      state.rows = [];
      state.next = 0;
    },
  };

  async function receive(frame) {
    window.fakeHost.requests.push(frame);
    if (frame.kind === 'cancel') return window.fakeHost.pending.get(frame.id)?.();
    if (frame.kind !== 'request') return;
    try {
      const result = await answers[frame.method]?.(frame.params, frame.id);
      post({ kind: 'ok', id: frame.id, result });
    } catch (fault) {
      post({ kind: 'error', id: frame.id, fault });
    }
  }

  window.acquireVsCodeApi = () => ({
    postMessage: (message) => void receive(structuredClone(message)),
    getState: () => state.saved,
    setState: (next) => {
      state.saved = structuredClone(next);
    },
  });
})();
