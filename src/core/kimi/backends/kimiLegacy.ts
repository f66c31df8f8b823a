import type { Backend, BackendResult, BackendRun } from '../model/backend.ts';
import { writeLegacyAgent } from './agentFile.ts';
import { runChild } from '../process/childProcess.ts';
import { cliFailure } from './failures.ts';
import type { CliOptions } from './kimiCode.ts';
import { withPrivateDir } from '../process/privateDir.ts';
import { StreamJson } from './streamJson.ts';

/** The Python `kimi-cli`. It reads the prompt from its input, so the length does not matter. */
export function kimiLegacy(options: Pick<CliOptions, 'launch' | 'version' | 'env'>): Backend {
  return {
    id: 'kimi-legacy',
    label: `kimi-cli ${options.version}`,
    run: (run) => withPrivateDir((dir) => runPrint(options, run, dir)),
  };
}

async function runPrint(
  { launch, env }: Pick<CliOptions, 'launch' | 'env'>,
  run: BackendRun,
  dir: string,
): Promise<BackendResult> {
  const out = new StreamJson(run.onProgress);
  const args = ['--print', '--output-format', 'stream-json', '--work-dir', run.cwd, '--max-steps-per-turn', '100'];
  if (run.access !== 'write') args.push(...(await writeLegacyAgent(dir, run.access)));
  if (run.model !== undefined) args.push('--model', run.model);
  const onLine = (line: string): void => out.push(line);
  const end = await runChild({ launch, args, cwd: run.cwd, env, signal: run.signal, onLine, input: run.prompt });
  // It prints its errors among its output, and exits with 75 where another try may help.
  if (end.code !== 0) return cliFailure(end, out.plain);
  if (out.answer === '') return { ok: false, kind: 'no-answer', output: out.plain || 'Kimi ended without an answer' };
  return { ok: true, text: out.answer };
}
