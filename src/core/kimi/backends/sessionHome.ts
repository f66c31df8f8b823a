import { mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord, parseJson } from '../../../base/json.ts';
import type { Usage } from '../model/backend.ts';

/** What a run writes about itself. Everything else of the user's Kimi home is shared with the run. */
const perRun = new Set(['sessions', 'session_index.jsonl', 'logs', 'cache', 'telemetry', 'input-history', 'server']);

/**
 * A Kimi home for one run: login and configuration are the user's own, by links, while the session is left
 * here and goes with the folder. Else every call would add 95 KB to the real home, and `kimi --continue`
 * in a terminal would go on with one of our read-only sessions. The folders for logins are linked as
 * folders, so that a refreshed token and the lock around its refresh are the real ones.
 */
export async function linkHome(realHome: string, dir: string): Promise<string> {
  const home = join(dir, 'home');
  try {
    await mkdir(home, { mode: 0o700 });
    const entries = new Set((await entriesOf(realHome)).filter((name) => !perRun.has(name) && !name.endsWith('.tmp')));
    if (entries.has('credentials') && !entries.has('oauth')) {
      await mkdir(join(realHome, 'oauth'), { recursive: true, mode: 0o700 }); // where the lock will be
      entries.add('oauth');
    }
    await Promise.all(Array.from(entries, (name) => symlink(join(realHome, name), join(home, name))));
    return home;
  } catch {
    return realHome; // links need a privilege on Windows; then sessions stay in the real home
  }
}

async function entriesOf(dir: string): Promise<string[]> {
  return readdir(dir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []; // configured by the environment alone
    throw error;
  });
}

/** Kimi's record of a session; an internal format, so anything unexpected is ignored. */
export async function readWire(home: string, sessionId: string | undefined): Promise<readonly WireRecord[]> {
  try {
    const index = records(await readFile(join(home, 'session_index.jsonl'), 'utf8'));
    const entry = sessionId === undefined ? index.at(-1) : index.findLast((row) => row['sessionId'] === sessionId);
    if (typeof entry?.['sessionDir'] !== 'string') return [];
    return records(await readFile(join(entry['sessionDir'], 'agents', 'main', 'wire.jsonl'), 'utf8'));
  } catch {
    return [];
  }
}

export type WireRecord = Readonly<Record<string, unknown>>;

function records(text: string): WireRecord[] {
  return text.split('\n').flatMap((line) => {
    const parsed = line === '' ? undefined : parseJson(line);
    return parsed?.ok && isRecord(parsed.value) ? [parsed.value] : [];
  });
}

export function usageOf(wire: readonly WireRecord[]): Usage | undefined {
  const used = wire.flatMap((row) => (row['type'] === 'usage.record' && isRecord(row['usage']) ? [row['usage']] : []));
  if (used.length === 0) return undefined;
  const sum = (name: string): number => used.reduce((total, one) => total + numberOf(one[name]), 0);
  const cached = sum('inputCacheRead');
  return {
    inputTokens: sum('inputOther') + cached + sum('inputCacheCreation'),
    outputTokens: sum('output'),
    cachedInputTokens: cached,
  };
}

/** Why the last turn failed, if it did: ACP itself reports most failures as a good end. */
export function turnFailure(wire: readonly WireRecord[]): string | undefined {
  const ended = wire.findLast((row) => row['type'] === 'turn.ended');
  if (ended === undefined || ended['reason'] === 'completed') return undefined;
  const error = isRecord(ended['error']) ? ended['error'] : {};
  return `${String(error['code'] ?? ended['reason'])}: ${String(error['message'] ?? 'the turn did not complete')}`;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}
