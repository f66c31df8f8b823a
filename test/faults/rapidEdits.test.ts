// A user types in mcp.json, and another program rewrites it: what runs is left alone until it has really changed.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { createFakePorts } from '../support/fakePorts.ts';
import { failOnLeaks } from '../support/leaks.ts';
import { openCore } from '../support/openCore.ts';
import { until } from '../support/until.ts';
import { bad } from '../integration/serversSupport.ts';

failOnLeaks();

const { command, args } = bad('noise');
const steady = { command, args };

/** Whole, cut in the middle of a word, empty, with another server beside, and with a comment. */
function textOf(edit: number): string {
  const servers = { steady, ...(edit % 5 === 3 && { [`other${edit}`]: { command: 'node', args: [] } }) };
  const text = JSON.stringify({ servers }, undefined, edit % 2);
  if (edit % 5 === 1) return text.slice(0, text.length >> 1);
  if (edit % 5 === 2) return '';
  return edit % 5 === 4 ? `// ${edit}\n${text}` : text;
}

test('200 rapid edits of mcp.json restart nothing that is the same after them, and the last one counts', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'switchboard-edits-'));
  const ports = createFakePorts(folder);
  ports.answer = 'Approve';
  ports.edit('.vscode/mcp.json', JSON.stringify({ servers: { steady } }));
  const core = await openCore(ports);
  try {
    await core.approve('steady');
    await core.server('steady').start();
    const before = core.server('steady');
    for (let edit = 0; edit < 200; edit++) {
      ports.edit('.vscode/mcp.json', textOf(edit));
      if (edit % 10 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    ports.edit('.vscode/mcp.json', JSON.stringify({ servers: { steady, last: steady } }));
    await until(() => core.entry('last') !== undefined, 'the last edit');
    assert.equal(core.server('steady'), before);
    assert.equal(before.state.value.kind, 'connected');
    assert.deepEqual(core.configuration.value.servers.map(({ name }) => name).toSorted(), ['last', 'steady']);
  } finally {
    core.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
});
