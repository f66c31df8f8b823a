import assert from 'node:assert/strict';

/** What each side of an exchange saw, under names of the test's choice. */
export type Seen = Readonly<Record<string, unknown>>;

/**
 * A test that runs one exchange with the fast path off and on: what each side saw must be the same. `expected` are
 * signs that the exchange came about at all.
 */
export function sameBothWays(
  name: string,
  exchange: (fastPath: boolean) => Promise<Seen>,
  ...expected: readonly RegExp[]
): [name: string, run: () => Promise<void>] {
  const run = async (): Promise<void> => {
    const throughSdk = normalized(await exchange(false));
    for (const sign of expected) assert.match(JSON.stringify(throughSdk), sign);
    assert.deepEqual(normalized(await exchange(true)), throughSdk);
  };
  return [`${name}: the same with the fast path and through the SDK`, run];
}

const times = /"(ms|ttlMs|timestamp|expires)":\d+(\.\d+)?/g;
const uuids = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g;
const stacks = /\\n {4}at [^"]*/g;
const ports = /127\.0\.0\.1:\d+/g;
const sealed = /"requestState":"[^"]*"/g;

/** Ids of sessions, times, ports and stacks are made stable. */
function normalized(seen: Seen): unknown {
  const text = JSON.stringify(seen)
    .replaceAll(times, '"$1":0')
    .replaceAll(uuids, 'uuid')
    .replaceAll(stacks, '')
    .replaceAll(ports, '127.0.0.1:0')
    .replaceAll(sealed, '"requestState":"sealed"');
  return JSON.parse(text);
}
