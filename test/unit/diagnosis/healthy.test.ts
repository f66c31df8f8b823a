// Lines that servers print although they are well: none of them alone is a certain cause.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { diagnose } from '../../../src/core/diagnosis/diagnose.ts';
import { projectRoot } from '../../support/sources.ts';
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

/** What the servers of `npm run trials` print at a start that succeeds, without the network and without tokens. */
const outputs = JSON.parse(
  readFileSync(path.join(projectRoot, 'test/fixtures/diagnosis/healthyOutputs.json'), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

test('nothing is found for sure in what 65 servers print that are well', () => {
  const found = Object.entries(outputs).flatMap(([name, printed]) => {
    const launch = { command: 'npx', args: ['-y', name] };
    const stderr = printed.join('\n');
    return diagnose(evidenceOf({ name, rule: '', says: /x/, launch, stderr }))
      .filter(({ certainty }) => certainty === 'certain')
      .map(({ rule, proof }) => `${name}: ${rule}: ${proof}`);
  });
  assert.deepEqual(found, []);
  assert.equal(Object.keys(outputs).length, 65);
});
