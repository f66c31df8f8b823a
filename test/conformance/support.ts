import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface SuiteResult {
  readonly exitCode: number;
  /** Scenario by scenario: whether it passed, and how many checks it made. */
  readonly scenarios: ReadonlyMap<string, ScenarioResult>;
  /** Names of those that the suite does not score. */
  readonly unscored: ReadonlySet<string>;
  readonly output: string;
}

export interface ScenarioResult {
  readonly ok: boolean;
  readonly passed: number;
  readonly failed: number;
}

const packages = fileURLToPath(new URL('node_modules/', import.meta.url));
const suites = {
  current: join(packages, '@modelcontextprotocol/conformance/dist/index.js'),
  first: join(packages, 'conformance-0-1/dist/index.js'),
};

/** Runs the official suite against a server and reads its summary. */
export async function runSuite(suite: keyof typeof suites, url: string, args: readonly string[]): Promise<SuiteResult> {
  const cwd = mkdtempSync(join(tmpdir(), 'conformance-')); // it writes its results where it runs
  try {
    const { code, output } = await run([suites[suite], 'server', '--url', url, ...args], cwd);
    return { exitCode: code, output, ...readSummary(output) };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function run(args: readonly string[], cwd: string): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [...args], { cwd, maxBuffer: 1 << 27 }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

function readSummary(output: string): Pick<SuiteResult, 'scenarios' | 'unscored'> {
  const summary = output.slice(output.indexOf('=== SUMMARY ==='));
  const scenarios = new Map<string, ScenarioResult>();
  for (const [, mark, name, passed, failed] of summary.matchAll(/^(✓|✗) (\S+): (\d+) passed, (\d+) failed/gm)) {
    scenarios.set(name ?? '', { ok: mark === '✓', passed: Number(passed), failed: Number(failed) });
  }
  const unscored = [...summary.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name ?? '');
  return { scenarios, unscored: new Set(unscored) };
}
