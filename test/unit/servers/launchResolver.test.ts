import assert from 'node:assert/strict';
import { test } from 'node:test';
import { diagnosesOf } from '../../../src/core/diagnosis/diagnosedFault.ts';
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

test('what an argument takes from the environment is recognized, whatever the name of the variable', async (t) => {
  const host = { A_PLAIN_VALUE: 'q8Zr41LpVt9x', 'a-dashed.value': 'Wc27mNb50KsD', A_DEFAULT: 'Hj63TyUo18Qe' };
  Object.assign(process.env, host);
  t.after(() => Object.keys(host).forEach((name) => delete process.env[name]));
  const redactor = new Redactor();
  const args = ['${A_PLAIN_VALUE:-none}', '${env:a-dashed.value}', '${env:UNSET_HERE:-${env:A_DEFAULT}}'];
  const { core, ports } = await open({ servers: { s: { command: 'no-such-program', args } } }, { redactor });
  ports.answer = 'Approve';
  await core.approve('s');
  await core
    .server('s')
    .start()
    .catch(() => {}); // there is no such program
  for (const value of Object.values(host)) assert.equal(redactor.text(`got ${value}`), 'got [redacted]');
  core.dispose();
});

test('a misspelt key of the entry is named where the server fails without it', async () => {
  const { core, ports } = await open({ servers: { s: { command: 'false', arg: ['a.js'] } } });
  ports.answer = 'Approve';
  await core.approve('s');
  const failed: unknown = await core
    .server('s')
    .start()
    .catch((error: unknown) => error);
  const [first] = diagnosesOf(failed);
  assert.deepEqual([first?.rule, first?.place], ['entry/key', { kind: 'entry', path: ['arg'] }]);
  core.dispose();
});
