import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Redactor } from '../../../src/core/trust/redaction/redact.ts';
import { open } from '../../support/coreFixture.ts';
import { failOnLeaks } from '../../support/leaks.ts';

failOnLeaks();

test('a token is recognized without the scheme before it in its header', async () => {
  const token = 'q8Zr41LpVt9xWc27';
  for (const scheme of ['Bearer', 'basic', 'Token', 'ApiKey ']) {
    const redactor = new Redactor();
    const headers = { Authorization: `${scheme} ${token}` };
    const { core, ports } = await open(
      { servers: { r: { type: 'http', url: 'http://127.0.0.1:9/mcp', headers } } },
      { redactor },
    );
    ports.answer = 'Approve';
    await core.approve('r');
    await core
      .server('r')
      .start()
      .catch(() => {}); // nothing listens there
    assert.equal(redactor.text(`unknown key ${token}`), 'unknown key [redacted]', scheme);
    core.dispose();
  }
});
