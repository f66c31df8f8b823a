import { peerClosed } from '../../../base/commonFaults.ts';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sleep } from '../../../base/async.ts';
import { Fault, messageOf } from '../../../base/fault.ts';
import { AcpPeer } from './acpPeer.ts';
import { AcpSession } from './acpSession.ts';
import { type Backend, type BackendResult, type BackendRun, failure } from '../model/backend.ts';
import { childEnd, graceMs, settlesWithin, startChild, stderrLength } from '../process/childProcess.ts';
import { classify } from './failures.ts';
import { type CliOptions, kimiCode } from './kimiCode.ts';
import { TailText } from '../../process/tailText.ts';
import type { StepRequest } from '../model/port.ts';
import { withPrivateDir } from '../process/privateDir.ts';
import { linkHome, readWire, turnFailure, usageOf, type WireRecord } from './sessionHome.ts';

const longestWaitMs = 2000;

interface AcpOptions extends CliOptions {
  readonly approveStep?: (step: StepRequest, signal: AbortSignal) => Promise<boolean>;
}

/** `kimi acp`: live progress, and every write passes through us. Only used if the user chose it, because it hides failures. */
export function kimiAcp(options: AcpOptions): Backend {
  const label = `kimi-acp ${options.version}`;
  return { id: 'kimi-acp', label, run: (run) => withPrivateDir((dir) => runAcp(options, run, dir)) };
}

async function runAcp(options: AcpOptions, run: BackendRun, dir: string): Promise<BackendResult> {
  const home = options.keepSessions ? options.home : await linkHome(options.home, dir);
  // ACP takes no agent file. If the permission rules cannot be set, a read-only run uses the CLI, which has a hard lock.
  if (run.access !== 'write' && !(await lockTools(options.home, home))) return kimiCode(options).run(run);
  const env = { ...options.env, KIMI_CODE_HOME: home };
  const started = startChild({ launch: options.launch, args: ['acp'], cwd: run.cwd, env });
  const { child } = started;
  const stop = new AbortController();
  const ended = childEnd(started, AbortSignal.any([run.signal, stop.signal]));
  const stderr = new TailText(stderrLength);
  child.stderr.on('data', (chunk: string) => stderr.push(chunk));
  const session = new AcpSession(sessionOptions(options, run));
  try {
    return await Promise.race([converse(new AcpPeer(child, session), session, run, home), rejection(ended)]);
  } catch (error) {
    return acpFailure(error, stderr.toString());
  } finally {
    child.stdin.end(); // Kimi ends when its stdin is closed
    if (!(await settlesWithin(ended, graceMs))) stop.abort();
    await ended.catch(() => {}); // it never started, which was reported above
  }
}

function sessionOptions(options: AcpOptions, run: BackendRun): ConstructorParameters<typeof AcpSession>[0] {
  const { approveStep } = options;
  return {
    access: run.access,
    cwd: run.cwd,
    onProgress: run.onProgress,
    ...(approveStep && { approveStep: (step: StepRequest) => approveStep(step, run.signal) }),
  };
}

async function converse(peer: AcpPeer, session: AcpSession, run: BackendRun, home: string): Promise<BackendResult> {
  await peer.call('initialize', {
    protocolVersion: 1,
    clientCapabilities: { fs: { readTextFile: false, writeTextFile: true }, terminal: false },
  });
  const { sessionId } = await peer.call('session/new', { cwd: run.cwd, mcpServers: [] });
  if (run.model !== undefined) await peer.call('session/set_model', { sessionId, modelId: run.model });
  const prompt = [{ type: 'text', text: run.prompt }];
  const { stopReason } = await peer.call('session/prompt', { sessionId, prompt });
  return endOfTurn(String(stopReason), session.answer, home, String(sessionId));
}

/** A successful end may hide a failure: the session record shows it, or an empty answer. */
async function endOfTurn(stopReason: string, text: string, home: string, sessionId: string): Promise<BackendResult> {
  if (stopReason === 'refusal') return failure('filtered', 'Provider safety policy blocked the response.');
  const wire = await recordOfTurn(home, sessionId);
  const hidden = turnFailure(wire);
  if (hidden !== undefined) return failure(classify(hidden), hidden);
  if (stopReason !== 'end_turn') return failure('other', `The turn ended with ${stopReason}`);
  if (text === '') return failure('no-answer', 'Kimi ended without an answer');
  const usage = usageOf(wire);
  return { ok: true, text, ...(usage && { usage }) };
}

/** The end of the turn is written just after the answer; a record that never comes must not hold the run. */
async function recordOfTurn(home: string, sessionId: string): Promise<readonly WireRecord[]> {
  for (let waitedMs = 0; ; waitedMs += 25) {
    const wire = await readWire(home, sessionId);
    if (waitedMs >= longestWaitMs || wire.some((row) => row['type'] === 'turn.ended')) return wire;
    await sleep(25);
  }
}

function acpFailure(error: unknown, stderr: string): BackendResult {
  if (Fault.is(error, 'kimi/unavailable')) throw error;
  const output = [messageOf(error), stderr.trim()].filter(Boolean).join('\n');
  // -32000 is how ACP says "log in first".
  const loginNeeded = Fault.is(error, 'kimi/failed') && error.data?.['code'] === -32_000;
  return failure(loginNeeded ? 'auth' : classify(output), output);
}

async function rejection(ended: Promise<unknown>): Promise<never> {
  await ended;
  throw peerClosed('kimi');
}

/** Allows reading only, for sub-agents too. False where the user's own configuration has a table of tools. */
async function lockTools(realHome: string, home: string): Promise<boolean> {
  if (home === realHome) return false;
  const config = await readFile(join(realHome, 'config.toml'), 'utf8').catch(() => '');
  if (/^\s*(\[\s*tools\s*[\].]|tools\s*[.=])/m.test(config)) return false;
  const path = join(home, 'config.toml');
  await rm(path, { force: true }); // the link, not what it leads to
  await writeFile(path, `${config}\n[tools]\nenabled = ["Read", "Grep", "Glob"]\n`, { mode: 0o600 });
  return true;
}
