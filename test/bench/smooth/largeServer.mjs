// A server whose results are large: rows for a table, names for a tree, a text, and what is nested as deep as we allow.
import { serve, text, tool } from '../../fixtures/bad-servers/miniServer.mjs';

const count = 100_000;
const names = ['ash', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'maple', 'oak', 'pine', 'rowan', 'willow'];
/** The same in each run, and in no order. @param {number} at */
const nameOf = (at) => `${names[(at * 7 + 7) % names.length]} ${(at * 7919) % count}`;

const nest = () => {
  let value = { leaf: 'needle' };
  for (let depth = 0; depth < 400; depth++) value = /** @type {any} */ ({ [`level ${400 - depth}`]: value, at: depth });
  return value;
};

const results = {
  rows: () => ({
    content: [],
    structuredContent: { rows: Array.from({ length: count }, (_, id) => ({ id, name: nameOf(id), size: id % 97 })) },
  }),
  names: () => ({ content: [], structuredContent: { names: Array.from({ length: count }, (_, at) => nameOf(at)) } }),
  text: () =>
    text(Array.from({ length: 400_000 }, (_, at) => `line ${at}: ${nameOf(at)} and some more words`).join('\n')),
  deep: () => ({ content: [], structuredContent: nest() }),
};

serve(
  {
    'tools/list': () => ({ tools: Object.keys(results).map((name) => tool(name)) }),
    'tools/call': ({ name }) => results[/** @type {keyof typeof results} */ (name)](),
  },
  { tools: {} },
);
