// Lines that servers print although they are well: none of them alone is a certain cause.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnose } from '../../../src/core/diagnosis/diagnose.ts';
import { evidenceOf } from './corpus/setup.ts';

const lines: readonly string[] = [
  'Error checking/creating zones: getaddrinfo ENOTFOUND api.example.com',
  '(node:25592) [DEP0176] DeprecationWarning: fs.F_OK is deprecated, use fs.constants.F_OK instead',
  'Warning: No LLM API key found (OPENAI_API_KEY, ANTHROPIC_API_KEY, or OPENROUTER_API_KEY).',
  'Warning: --image-dir not set; set IMAGE_DIR or pass --image-dir to make this explicit.',
  'Secure MCP Filesystem Server running on stdio',
];

for (const stderr of lines) {
  test(`a server that runs may print: ${stderr.slice(0, 60)}`, () => {
    const found = diagnose(evidenceOf({ name: '', rule: '', says: /x/, stderr }));
    assert.deepEqual(
      found.filter(({ certainty }) => certainty === 'certain').map(({ rule }) => rule),
      [],
    );
  });
}
