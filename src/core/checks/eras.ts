import type { ManagedServer } from '../servers/model/server.ts';

/**
 * Does the work once for each era that a server speaks, the modern one first where it has it. Afterwards the server is
 * as it was before.
 */
export async function inEachEra<T>(server: ManagedServer, work: () => Promise<T>): Promise<readonly T[]> {
  const state = server.state.value;
  const isModern = state.kind === 'connected' && state.info.era === 'modern';
  const first = await work();
  if (!isModern) return [first];
  server.adjust({ isLegacy: true });
  try {
    await server.restart();
    return [first, await work()];
  } finally {
    server.adjust({ isLegacy: false });
  }
}
