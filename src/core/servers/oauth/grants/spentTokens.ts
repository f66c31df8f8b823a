import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Copies of secrets are rarely older than that. */
const mostKept = 20;

/**
 * Refresh tokens that were replaced by newer ones, as hashes beside the locks. A window may have a copy of the secrets
 * that is older than the newest token (a browser tab reads them once): what it would send is taken for stolen, and all
 * windows lose the grant. To be used under the lock of the grant.
 */
export class SpentTokens {
  readonly #file: string | undefined;

  constructor(lockDir: string | undefined, name: string) {
    this.#file = lockDir && join(lockDir, `${hashOf(name).slice(0, 24)}.spent`);
  }

  async has(token: string): Promise<boolean> {
    return (await this.#read()).includes(hashOf(token));
  }

  async add(token: string): Promise<void> {
    if (this.#file === undefined) return;
    const kept = [...(await this.#read()), hashOf(token)].slice(-mostKept);
    await writeFile(this.#file, kept.join('\n'), { mode: 0o600 }).catch(() => {}); // then it is as without
  }

  async #read(): Promise<readonly string[]> {
    const text = this.#file === undefined ? '' : await readFile(this.#file, 'utf8').catch(() => '');
    return text.split('\n').filter(Boolean);
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
