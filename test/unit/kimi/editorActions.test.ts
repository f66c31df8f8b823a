import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  analyzeArguments,
  answerDocument,
  implementArguments,
  refactorArguments,
  verifyArguments,
} from '../../../src/core/kimi/tools/editorActions.ts';
import { cancelledOutcome, wasCancelled } from '../../../src/core/kimi/tools/outcomeText.ts';
import { kimiRolePrompt } from '../../../src/core/kimi/tools/rolePrompt.ts';
import { errorOutcome, textOutcome } from '../../../src/core/mcpServer/tool.ts';

const place = { path: '/w/a.ts', onDisk: true, text: 'let a;\nlet b;' };

test('a file on disk is named, a selection is quoted with its lines, an unsaved text is given whole', () => {
  assert.deepEqual(analyzeArguments(place, 'security')['files'], ['/w/a.ts']);
  const selection = { startLine: 2, endLine: 2, text: 'let b;' };
  const args = analyzeArguments({ ...place, selection }, 'general', 'Why?');
  assert.deepEqual(args, {
    prompt: 'Why?',
    role: 'general',
    context: '/w/a.ts, lines 2 to 2:\nlet b;',
    files: ['/w/a.ts'],
  });
  const unsaved = analyzeArguments({ ...place, onDisk: false }, 'general');
  assert.deepEqual([unsaved['files'], unsaved['context']], [undefined, '/w/a.ts:\nlet a;\nlet b;']);
});

test('the other commands fill in what their tools take', () => {
  assert.equal(verifyArguments(['/w/a.ts'], 'R1')['requirements'], 'R1');
  assert.equal(refactorArguments([], 'x', false)['safety_checks'], false);
  assert.deepEqual(implementArguments([], 'x', 'No packages'), { prompt: 'x', constraints: 'No packages' });
});

test('an answer opens as a document that names its origin', () => {
  const structured = { backend: 'kimi-code 2.1.0', durationMs: 2345, usage: { inputTokens: 10, outputTokens: 2 } };
  assert.equal(
    answerDocument('Analyze a.ts', textOutcome('Fine.', structured)),
    '# Analyze a.ts\n\nFine.\n\n---\nkimi-code 2.1.0 · 2.3 s · 10 input tokens, 2 output tokens\n',
  );
  assert.equal(answerDocument('Analyze a.ts', errorOutcome('No.')), '# Analyze a.ts (failed)\n\nNo.\n');
});

test('a run that the user cancelled is distinguished from one that failed', () => {
  assert.ok(wasCancelled(cancelledOutcome()));
  assert.ok(!wasCancelled(cancelledOutcome('Changed: a.js (modified)')));
  assert.ok(!wasCancelled(errorOutcome('Cancelled by the user.')));
});

test('the roles are a prompt that any model can use, with proposals for the role', async () => {
  const host = { homeDir: '/nonexistent', env: {}, trusted: () => true, setting: () => undefined };
  const loaded = await kimiRolePrompt.load(host as never);
  const [message] = await loaded.render({ role: 'security', question: 'Is it safe?' }, {} as never);
  assert.match(String(message?.content['text']), /^You are a security reviewer[\s\S]*Is it safe\?$/);
  assert.deepEqual(await loaded.complete?.('role', 'Per', {}), ['performance']);
  await assert.rejects(async () => loaded.render({ role: 'pirate', question: 'x' }, {} as never), {
    code: -32602,
  });
});
