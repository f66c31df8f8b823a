// A server for both sides of the bench, in raw lines: `tick` answers at once and never twice the same;
// `--many N` adds N tools, `--tools FILE` the definitions in that file.
import { readFileSync } from 'node:fs';
import { serve, text, tool } from '../../fixtures/bad-servers/miniServer.mjs';

const option = (/** @type {string} */ name) => {
  const at = process.argv.indexOf(name);
  return at < 0 ? undefined : process.argv[at + 1];
};
const many = Array.from({ length: Number(option('--many') ?? 0) }, (_, at) => ({
  ...tool(`tool_${at}`),
  description: `Number ${at} does a thing with ${at % 7 === 0 ? 'files' : 'rows'} and says so.`,
  inputSchema: { type: 'object', properties: { path: { type: 'string' }, limit: { type: 'integer' } } },
}));
const file = option('--tools');
const given = file === undefined ? [] : JSON.parse(readFileSync(file, 'utf8'));
let ticks = 0;

serve(
  {
    'tools/list': () => ({ tools: [tool('tick'), ...many, ...given] }),
    'tools/call': () => text(`tick ${++ticks}`),
  },
  { tools: {} },
);
