import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Semaphore } from '../../src/base/async.ts';

const suite = fileURLToPath(new URL('node_modules/@modelcontextprotocol/conformance/dist/index.js', import.meta.url));
const client = fileURLToPath(new URL('client.ts', import.meta.url));

export interface ClientScenarios {
  /** What a client must pass to conform to the revision. */
  readonly required: readonly string[];
  /** Extensions and later additions, which the suite runs and does not score. */
  readonly unscored: readonly string[];
}

export interface ScenarioResult {
  readonly name: string;
  readonly passed: boolean;
  /** Its checks, as the suite counts them: `12/12`. */
  readonly score: string;
  readonly output: string;
}

/** The client scenarios of a revision, as the suite lists them. */
export async function listClientScenarios(revision: string): Promise<ClientScenarios> {
  const { output } = await runSuite(['list', '--client', '--requirements', revision], tmpdir());
  const [scored = '', unscored = ''] = output.split('Run and reported, but never scored:');
  const required = scored.slice(scored.indexOf('Client scenarios'));
  return {
    required: [...required.matchAll(/^ +- (\S+)$/gm)].map(([, name]) => name ?? ''),
    unscored: [...unscored.matchAll(/^ +- (\S+) \[client\]/gm)].map(([, name]) => name ?? ''),
  };
}

/**
 * Runs each scenario once. The suite itself would start all forty clients at the same time, which on a small machine
 * exceeds its own time limits; so it is started for one scenario after the other, as many at once as there are cores.
 */
export function runClientScenarios(
  names: readonly string[],
  revision: string,
  ...flags: readonly string[]
): Promise<ScenarioResult[]> {
  const cores = new Semaphore(availableParallelism());
  return Promise.all(
    names.map((name) => cores.run(() => runClientScenario(name, ['--spec-version', revision, ...flags]))),
  );
}

async function runClientScenario(name: string, flags: readonly string[]): Promise<ScenarioResult> {
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-client-')); // it writes its results where it runs
  const command = `"${process.execPath}" "${client}"`;
  const args = ['client', '--command', command, '--scenario', name, '--timeout', '180000', ...flags];
  try {
    const { exitCode, output } = await runSuite(args, cwd);
    const score = /Passed: (\d+\/\d+)/.exec(output)?.[1] ?? 'none';
    return { name, output, score, passed: exitCode === 0 && output.includes('OVERALL: PASSED') };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function runSuite(args: readonly string[], cwd: string): Promise<{ exitCode: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [suite, ...args], { cwd, maxBuffer: 1 << 27 }, (error, stdout, stderr) => {
      const exitCode = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ exitCode, output: stdout + stderr });
    });
  });
}
