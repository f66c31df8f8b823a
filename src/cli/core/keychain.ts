import { findOnPath } from '../../core/process/findOnPath.ts';
import { spawnProgram } from '../../core/process/spawnProgram.ts';
import type { CliIo } from '../support/verb.ts';

const service = 'mcp-switchboard';
const patienceMs = 10_000;

/** The system's own store of secrets, by the command that the system has for it. Each call throws where it cannot be used. */
export interface Keychain {
  get(key: string): Promise<string | undefined>;
  set(key: string, value: string): Promise<void>;
  delete(key: string): Promise<void>;
}

/** macOS has `security`, a Linux desktop `secret-tool`; Windows has no command that gives a secret back. */
export function findKeychain({ env }: CliIo, platform = process.platform): Keychain | undefined {
  const searchPath = env['PATH'] ?? '';
  if (platform === 'darwin') {
    const program = findOnPath('security', '/usr/bin');
    return program === undefined ? undefined : macKeychain(runner(program, env));
  }
  const program = platform === 'linux' ? findOnPath('secret-tool', searchPath) : undefined;
  return program === undefined ? undefined : secretService(runner(program, env));
}

interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

type Run = (args: readonly string[], input?: string) => Promise<Ran>;

function runner(program: string, env: CliIo['env']): Run {
  return (args, input = '') =>
    new Promise((resolve) => {
      const child = spawnProgram(program, args, { env, timeout: patienceMs });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
      child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
      child.once('error', ({ message }) => resolve({ code: 1, stdout, stderr: message }));
      child.once('close', (code) => resolve({ code: code ?? 1, stdout, stderr: code === null ? 'timeout' : stderr }));
      child.stdin.on('error', () => {}); // it ended without reading
      child.stdin.end(input);
    });
}

/** A secret is never an argument: every user of the machine can read those. */
function secretService(run: Run): Keychain {
  const named = (key: string): readonly string[] => ['service', service, 'key', key];
  return {
    get: async (key) => {
      const { code, stdout, stderr } = await run(['lookup', ...named(key)]);
      if (code !== 0 && stderr !== '') throw new Error(stderr); // without a word it has no such secret
      return code === 0 ? stdout.replace(/\n$/, '') : undefined;
    },
    set: async (key, value) =>
      orThrow(await run(['store', '--label', `MCP Switchboard: ${key}`, ...named(key)], value)),
    delete: async (key) => void (await run(['clear', ...named(key)])),
  };
}

const notFound = 44;

/** Its commands are read from stdin, where the other users of the machine cannot see them. */
function macKeychain(run: Run): Keychain {
  const named = (key: string): string => `-s ${service} -a ${quoted(key)}`;
  return {
    get: async (key) => {
      const ran = await run(['find-generic-password', '-s', service, '-a', key, '-w']);
      if (ran.code === notFound) return undefined;
      orThrow(ran);
      return Buffer.from(ran.stdout.trim(), 'base64').toString();
    },
    set: async (key, value) => {
      const encoded = Buffer.from(value).toString('base64'); // it prints other text than letters in hexadecimal
      orThrow(await run(['-i'], `add-generic-password -U ${named(key)} -w ${encoded}\n`));
    },
    delete: async (key) => void (await run(['-i'], `delete-generic-password ${named(key)}\n`)),
  };
}

function quoted(text: string): string {
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
}

function orThrow({ code, stderr }: Ran): void {
  if (code !== 0) throw new Error(stderr);
}
