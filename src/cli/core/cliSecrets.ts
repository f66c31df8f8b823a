import { homedir } from 'node:os';
import path from 'node:path';
import { isRecord, parseJson } from '../../base/json.ts';
import { userLockDir, withLock } from '../../core/files/lock.ts';
import { readText } from '../../core/files/readText.ts';
import { replaceFile } from '../../core/files/replaceFile.ts';
import type { SecretsPort } from '../../core/ports/ports.ts';
import { makeFolder, userStateDir } from '../../core/process/userStateDir.ts';
import { printLines } from '../support/print.ts';
import type { CliIo } from '../support/verb.ts';
import { type Keychain, findKeychain } from './keychain.ts';

/**
 * What a sign-in gave, for later runs: in the system's keychain, else in a file that only this user can read, which
 * is said once. Values that were typed for `${input:…}` are not kept: a command line gets them each time.
 */
export function createCliSecrets(io: CliIo, keychain: Keychain | undefined = findKeychain(io)): SecretsPort {
  const file = new SecretsFile(io);
  const isKept = (key: string): boolean => key.startsWith('oauth ');
  return {
    get: async (key) => {
      if (!isKept(key)) return undefined;
      return (await orNothing(() => keychain?.get(key))) ?? file.get(key);
    },
    set: async (key, value) => {
      if (!isKept(key)) return;
      if (keychain && (await hasWorked(() => keychain.set(key, value)))) await file.change(key, undefined);
      else await file.change(key, value);
    },
    delete: async (key) => {
      await orNothing(() => keychain?.delete(key));
      await file.change(key, undefined);
    },
  };
}

/** A keychain that is locked, or has no desktop to ask on, is as good as none. */
async function orNothing<T>(work: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await work();
  } catch {
    return undefined;
  }
}

async function hasWorked(work: () => Promise<void>): Promise<boolean> {
  return (await orNothing(async () => (await work(), true))) === true;
}

class SecretsFile {
  readonly #io: CliIo;
  readonly #file: string;
  #isSaid = false;

  constructor(io: CliIo) {
    this.#io = io;
    this.#file = path.join(userStateDir(io.env, homedir()), 'secrets.json');
  }

  async get(key: string): Promise<string | undefined> {
    return (await this.#read())?.[key];
  }

  /** Without a value it is removed; where there is no file then, none is made. */
  async change(key: string, value: string | undefined): Promise<void> {
    const lockDir = userLockDir(this.#io.env, homedir());
    await withLock(this.#file, { lockDir, pollMs: 20 }, async () => {
      const old = await this.#read();
      if (value === undefined && old?.[key] === undefined) return;
      const { [key]: _, ...others } = old ?? {};
      const next = value === undefined ? others : { ...others, [key]: value };
      makeFolder(path.dirname(this.#file), 0o700);
      await replaceFile(this.#file, new TextEncoder().encode(JSON.stringify(next)), { mode: 0o600 });
      if (value !== undefined && !old) this.#say();
    });
  }

  #say(): void {
    if (!this.#isSaid) printLines(this.#io.stderr, `No keychain can be used: sign-ins are kept in ${this.#file}.`);
    this.#isSaid = true;
  }

  async #read(): Promise<Readonly<Record<string, string>> | undefined> {
    const text = await readText(this.#file);
    const parsed = text === undefined ? undefined : parseJson(text);
    return parsed?.ok && isRecord(parsed.value) ? (parsed.value as Record<string, string>) : undefined;
  }
}
