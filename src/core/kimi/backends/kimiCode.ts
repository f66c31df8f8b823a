import type { Backend, BackendResult, BackendRun } from '../model/backend.ts';
import { writeAgentFile } from './agentFile.ts';
import { type ChildEnd, type Launch, runChild } from '../process/childProcess.ts';
import { cliFailure } from './failures.ts';
import { withPrivateDir } from '../process/privateDir.ts';
import { linkHome, readWire, usageOf } from './sessionHome.ts';
import { StreamJson } from './streamJson.ts';

export interface CliOptions {
  readonly launch: Launch;
  readonly version: string;
  readonly env: NodeJS.ProcessEnv;
  /** The user's own Kimi home. */
  readonly home: string;
  readonly keepSessions: boolean;
}

/** Linux takes 131,071 bytes in one argument, Windows 32,767 in all; what is longer goes into the agent file. */
const longestArgument = process.platform === 'win32' ? 24_000 : 120_000;
const seeTask = 'Carry out the task that your instructions contain.';

/** `kimi -p`: reliable exit codes and an effective read-only lock. */
export function kimiCode(options: CliOptions): Backend {
  return {
    id: 'kimi-code',
    label: `kimi-code ${options.version}`,
    run: (run) => withPrivateDir((dir) => runPrompt(options, run, dir)),
  };
}

async function runPrompt(options: CliOptions, run: BackendRun, dir: string): Promise<BackendResult> {
  const home = options.keepSessions ? options.home : await linkHome(options.home, dir);
  const out = new StreamJson(run.onProgress);
  const end = await runChild({
    launch: options.launch,
    args: await promptArguments(run, dir),
    cwd: run.cwd,
    env: { ...options.env, KIMI_CODE_HOME: home },
    signal: run.signal,
    onLine: (line) => out.push(line),
  });
  return endOfPrompt(end, out, home);
}

async function promptArguments(run: BackendRun, dir: string): Promise<string[]> {
  const tooLong = Buffer.byteLength(run.prompt) > longestArgument;
  const args = ['--output-format', 'stream-json'];
  if (tooLong || run.access !== 'write') {
    args.push('--agent-file', await writeAgentFile(dir, run.access, tooLong ? run.prompt : undefined));
  }
  if (run.model !== undefined) args.push('--model', run.model);
  return [...args, `--prompt=${tooLong ? seeTask : run.prompt}`];
}

async function endOfPrompt(end: ChildEnd, out: StreamJson, home: string): Promise<BackendResult> {
  // The hint to resume is printed by failed runs as well: only the exit code says that it went well.
  if (end.code !== 0) return cliFailure(end, out.plain);
  if (out.answer === '') return { ok: false, kind: 'no-answer', output: 'Kimi ended without an answer' };
  const usage = usageOf(await readWire(home, out.sessionId));
  return { ok: true, text: out.answer, ...(usage && { usage }) };
}
