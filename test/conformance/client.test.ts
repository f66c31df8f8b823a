import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runClientSuite } from './clientSupport.ts';

/** Extensions that the suite runs and does not score: machine-to-machine grants and proof of possession. */
const notOffered = [
  'auth/client-credentials-basic',
  'auth/client-credentials-jwt',
  'auth/dpop',
  'auth/dpop-nonce',
  'auth/enterprise-managed-authorization',
  'auth/wif-jwt-bearer',
];
/** Added after the release of the revisions: not scored, and passed all the same. */
const beyond = 1;

for (const [revision, required] of [
  ['2025-11-25', 18],
  ['2026-07-28', 32],
] as const) {
  test(`every required client scenario of ${revision} passes: ${required} of ${required}`, async () => {
    const { passed, failed, exitCode, output } = await runClientSuite(revision);
    assert.deepEqual(failed.toSorted(), notOffered, output.slice(-6_000));
    assert.equal(passed.length, required + beyond);
    assert.equal(exitCode, 0);
  });
}
