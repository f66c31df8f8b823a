import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const suite = fileURLToPath(new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const client = fileURLToPath(new URL('client.ts', import.meta.url));

export interface ClientResult {
  /** Scenarios that passed, and those that did not. */
  readonly passed: readonly string[];
  readonly failed: readonly string[];
  readonly exitCode: number;
  readonly output: string;
}

/** Runs every client scenario that a revision requires; the suite starts our client once for each. */
export async function runClientSuite(revision: string): Promise<ClientResult> {
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-client-')); // it writes its results where it runs
  const command = `"${process.execPath}" "${client}"`;
  try {
    return await run(['client', '--command', command, '--requirements', revision, '--timeout', '180000'], cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** One scenario with the machine to itself. */
export async function runClientScenario(scenario: string, revision: string): Promise<ClientResult> {
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-client-'));
  const command = `"${process.execPath}" "${client}"`;
  try {
    return await run(['client', '--command', command, '--scenario', scenario, '--spec-version', revision], cwd);
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function run(args: readonly string[], cwd: string): Promise<ClientResult> {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { cwd, maxBuffer: 1 << 27 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      const output = stdout + stderr;
      resolve({ exitCode, output, passed: marked(output, '✓'), failed: marked(output, '✗') });
    });
  });
}

function marked(output: string, mark: string): readonly string[] {
  const summary = output.slice(output.indexOf('=== SUITE SUMMARY ==='));
  return [...summary.matchAll(new RegExp(`^${mark} (\\S+): \\d+ passed`, 'gm'))].map(([, name]) => name ?? '');
}
