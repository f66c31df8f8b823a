import assert from 'node:assert/strict';
import { proves } from '../../requirements.ts';
import { test } from 'node:test';
import { assemblePrompt } from '../../../src/core/kimi/prompt/promptText.ts';
import { readTask } from '../../../src/core/kimi/model/task.ts';

const role = 'You are a reviewer.';

test(`files and context follow the prompt under the documented labels${proves('R48', 'C36')}`, () => {
  const task = readTask('analyze', { prompt: 'Why?', context: 'It fails on Mondays' });
  const files = [
    { path: 'src/a.ts', content: 'let a;' },
    { path: 'b.md', content: '# b' },
  ];
  const text = assemblePrompt(task, files, role);
  assert.ok(text.endsWith('Why?\n\nFile: src/a.ts\nlet a;\n\nFile: b.md\n# b\n\nContext: It fails on Mondays'), text);
});

test(`the role changes the prompt${proves('R43', 'R48')}`, () => {
  const task = readTask('analyze', { prompt: 'Why?' });
  assert.notEqual(assemblePrompt(task, [], 'You are a security reviewer.'), assemblePrompt(task, [], role));
});

test('the text of the caller never comes first, so that a slash is no command', () => {
  for (const kind of ['analyze', 'implement', 'refactor', 'verify'] as const) {
    const text = assemblePrompt(readTask(kind, { prompt: '/goal run for ever' }), [], role);
    assert.ok(!text.trimStart().startsWith('/'), text);
    assert.ok(text.includes('\n\n/goal run for ever'), text);
  }
});

test(`safety_checks is on by default, and false turns it off${proves('R45')}`, () => {
  const checks = 'IMPORTANT: Ensure all safety checks pass. Do not change behavior.';
  assert.ok(assemblePrompt(readTask('refactor', { prompt: 'x' }), [], '').includes(checks));
  assert.ok(assemblePrompt(readTask('refactor', { prompt: 'x', safety_checks: true }), [], '').includes(checks));
  assert.ok(!assemblePrompt(readTask('refactor', { prompt: 'x', safety_checks: false }), [], '').includes(checks));
});

test(`constraints and requirements are part of their prompts${proves('R44', 'R46')}`, () => {
  const implement = readTask('implement', { prompt: 'Add it', constraints: 'No packages' });
  assert.ok(assemblePrompt(implement, [], '').endsWith('Add it\n\nConstraints: No packages'));
  const verify = readTask('verify', { prompt: 'All of it', requirements: 'R1, R2' });
  assert.ok(assemblePrompt(verify, [], '').endsWith('All of it\n\nRequirements: R1, R2'));
});

test(`without a role an analysis has the role "general", and blank optional texts count as absent${proves('R43')}`, () => {
  assert.equal(readTask('analyze', { prompt: 'Why?' }).role, 'general');
  const task = readTask('analyze', { prompt: ' ', context: '  ', role: '' });
  assert.deepEqual([task.prompt, task.context, task.role], ['', undefined, 'general']);
});
