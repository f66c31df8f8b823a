import { createManagedServer } from '../../src/core/servers/managedServer.ts';
import type { ManagedServer } from '../../src/core/servers/model/server.ts';
import { silentTap } from '../../src/core/wire/tap.ts';
import { answer, listen, startOAuthFixture } from '../integration/support/oauthFixture.ts';
import { signInUser } from '../integration/support/signInUser.ts';
import { type Bench, type Row, inTurns, row } from './support/row.ts';

/** A start with what an earlier sign-in granted, beside the same server without authorization. */
async function startSignedIn(): Promise<readonly Row[]> {
  let requests = 0;
  await using guarded = await startOAuthFixture();
  const open = await listen((_request, response, body) => (requests++, answer(response, body)));
  const oauth = signInUser();
  const managed = (url: string): ManagedServer =>
    createManagedServer({
      id: 'bench',
      label: 'bench',
      source: 'bench',
      transport: 'http',
      launch: { kind: 'http', url, headers: {} },
      tap: { open: () => silentTap },
      oauth,
    });
  const start = async (url: string): Promise<number> => {
    const server = managed(url);
    const begin = performance.now();
    await server.start();
    const ms = performance.now() - begin;
    await server.dispose();
    return ms;
  };
  try {
    for (const url of [guarded.url, `${open.origin}/mcp`]) for (let i = 0; i < 3; i++) await start(url); // signs in, and warms up
    requests = 0;
    await start(`${open.origin}/mcp`);
    const [without, before] = [requests, guarded.requests];
    await start(guarded.url);
    const withToken = guarded.requests - before;
    const times = await inTurns(
      301,
      () => start(guarded.url),
      () => start(`${open.origin}/mcp`),
    );
    const peerName = 'the same server without authorization';
    return [
      row({ name: 'start with a stored token', unit: 'ms', peerName, limit: { ratio: 1.1 } }, times.ours, times.peer),
      row(
        {
          name: 'requests of a start with a stored token',
          unit: '',
          peerName: `${peerName} (+1)`,
          limit: { ratio: 1 },
        },
        [withToken],
        [without + 1],
      ),
    ];
  } finally {
    await open.close();
  }
}

export const signedInStart: Bench = { name: 'signed-in start', inVscode: false, run: startSignedIn };
