import { withLock } from '../../../files/lock.ts';

const pollMs = 50;

/**
 * One at a time across windows and command lines: a refresh token that is used twice is taken for stolen, and the
 * whole grant is revoked. Where no lock can be made it is done without.
 */
export async function exclusively<T>(
  what: string,
  { lockDir, signal }: { readonly lockDir: string | undefined; readonly signal?: AbortSignal },
  work: () => Promise<T>,
): Promise<T> {
  if (lockDir === undefined) return work();
  let hasBegun = false;
  const begin = (): Promise<T> => {
    hasBegun = true;
    return work();
  };
  try {
    return await withLock(`oauth ${what}`, { lockDir, pollMs, ...(signal && { signal }) }, begin);
  } catch (error) {
    if (hasBegun || signal?.aborted) throw error;
    return work();
  }
}
