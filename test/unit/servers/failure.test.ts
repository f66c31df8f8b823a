import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSecrets } from '../../../src/core/servers/connection/failure.ts';

test('a URL is shown without its possible secrets', () => {
  assert.equal(withoutSecrets('https://ada:pw@example.org/mcp?key=1#x'), 'https://example.org/mcp?…');
  assert.equal(withoutSecrets('https://example.org/mcp'), 'https://example.org/mcp');
});
