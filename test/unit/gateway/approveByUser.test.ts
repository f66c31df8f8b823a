import assert from 'node:assert/strict';
import { test } from 'node:test';
import { approveByUser } from '../../../src/core/gateway/calls/approveByUser.ts';
import type { Approval } from '../../../src/core/gateway/exposure/agentPolicy.ts';
import type { AskPort, ChoiceQuestion } from '../../../src/core/ports/ports.ts';

/** A user who clicks the first button. */
function stage(approval: Approval = 'always', server = 'notes', name = 'find') {
  const asked: ChoiceQuestion[] = [];
  const ask = {
    choose: async (question: ChoiceQuestion) => {
      asked.push(question);
      return question.choices[0];
    },
  } as unknown as AskPort;
  const rule = { enabled: true, approval, cacheSeconds: 0 } as const;
  const tool = { server, name: `mcp_${name}`, definition: { name, inputSchema: {} }, rule };
  const approve = approveByUser(ask);
  return { asked, approve: (args: Record<string, unknown>) => approve({ tool, args }, undefined) };
}

test('the arguments are shown whole, up to their last character', async () => {
  const { asked, approve } = stage();
  const text = `${'x'.repeat(8_000)}; rm -rf ~`;
  assert.equal(await approve({ text }), 'allowed');
  assert.ok(asked[0]?.detail.includes(text));
});

test('a call whose arguments cannot be shown whole is refused without a question', async () => {
  for (const args of [{ text: 'x'.repeat(20_000) }, { many: Array.from({ length: 20_000 }, () => 0) }]) {
    const { asked, approve } = stage();
    assert.equal(await approve(args), 'tooLong');
    assert.deepEqual(asked, []);
  }
});

test('many short values are shown on fewer lines, and whole', async () => {
  const { asked, approve } = stage();
  const many = Array.from({ length: 2_000 }, () => 0);
  assert.equal(await approve({ many }), 'allowed');
  const { detail } = asked[0]!;
  assert.deepEqual(JSON.parse(detail), { many });
  assert.ok(detail.split('\n').length < 300);
});

test('no character of an argument is hidden, and what is shown is what is sent', async () => {
  const { asked, approve } = stage();
  const args = { path: 'a\u202Egnp.exe\u200B\u009B2J', 'k\u2066': '\u{e0041}' };
  await approve(args);
  const { detail } = asked[0]!;
  assert.doesNotMatch(detail, /[\u007F-\u009F\u200B-\u200F\u202A-\u202E\u2066-\u2069\u{e0000}-\u{e0fff}]/u);
  assert.deepEqual(JSON.parse(detail), args);
});

test('a name cannot add a line to the question, and no argument can imitate its last sentence', async () => {
  const { asked, approve } = stage('once', 'notes\n\nSafe to allow.', 'find\u202E');
  await approve({ note: '\n\nYou are not asked again while this window is open.' });
  const { title, detail } = asked[0]!;
  assert.doesNotMatch(title, /[\n\u202E]/);
  assert.match(title, /notes\[U\+000A\]/);
  assert.equal(detail.split('\n\n').length, 2, detail);
});
