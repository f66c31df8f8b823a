import { access, constants, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isRecord, parseJson } from '../../../base/json.ts';
import { pathDirs } from '../../process/findOnPath.ts';
import { type Launch, runChild } from '../process/childProcess.ts';
import { kimiEnvironment } from '../process/environment.ts';
import { nodeTooOld } from './failures.ts';
import { isInside } from '../../files/isInside.ts';

type Env = Readonly<Record<string, string | undefined>>;

export type FoundCli =
  | {
      readonly kind: 'kimi-code' | 'kimi-legacy';
      readonly path: string;
      readonly version: string;
      readonly launch: Launch;
    }
  | { readonly kind: 'unknown'; readonly path: string; readonly reason: string };

interface CliSearch {
  readonly env: Env;
  readonly homeDir: string;
  /** Where the user says that it is; then nothing else is looked at. */
  readonly cliPath?: string;
  /** A program inside the workspace is not trusted, whatever PATH says. */
  readonly workspaceFolders: readonly string[];
}

const windows = process.platform === 'win32';

/** Every Kimi on this machine, in the order of PATH, each once. */
export async function findClis(search: CliSearch): Promise<readonly FoundCli[]> {
  const found: FoundCli[] = [];
  const seen = new Set<string>();
  for (const path of candidates(search)) {
    const real = await runnable(path);
    if (real === undefined || seen.has(real)) continue;
    if (search.cliPath === undefined && search.workspaceFolders.some((folder) => isInside(path, folder))) continue;
    seen.add(real);
    found.push(await identify(path, real, search.env));
  }
  return found;
}

function candidates({ env, homeDir, cliPath }: CliSearch): readonly string[] {
  if (cliPath !== undefined) return [cliPath];
  // Where its installers put it, for an editor that was not started from a shell.
  const usual = [join(homeDir, '.local', 'bin'), join(homeDir, '.kimi-code', 'bin')];
  const dirs = [...pathDirs(env), ...(windows ? [] : usual)];
  const names = windows ? ['kimi.exe', 'kimi.cmd', 'kimi-legacy.exe'] : ['kimi', 'kimi-legacy'];
  return names.flatMap((name) => dirs.map((dir) => join(dir, name)));
}

async function runnable(path: string): Promise<string | undefined> {
  try {
    const real = await realpath(path);
    if (!(await stat(real)).isFile()) return undefined;
    if (!/\.[cm]?js$/.test(real)) await access(real, constants.X_OK);
    return real;
  } catch {
    return undefined; // missing or not executable
  }
}

const known = new Map<string, Promise<FoundCli>>();

/** Running `--version` takes a second, so the result is cached while the file is unchanged. */
async function identify(path: string, real: string, env: Env): Promise<FoundCli> {
  const { mtimeMs, size } = await stat(real);
  const key = [path, real, mtimeMs, size].join('\0');
  let answer = known.get(key);
  if (answer === undefined) {
    answer = fromPackage(path, real).then((cli) => cli ?? fromVersion(path, env));
    known.set(key, answer);
    void answer.then((cli) => cli.kind === 'unknown' && known.delete(key));
  }
  return answer;
}

/** kimi-code from npm is known by the package it lies in, with nothing started. */
async function fromPackage(path: string, real: string): Promise<FoundCli | undefined> {
  const roots = [
    dirname(real),
    dirname(dirname(real)),
    join(dirname(real), 'node_modules', '@moonshot-ai', 'kimi-code'),
  ];
  for (const root of roots) {
    const parsed = parseJson(await readFile(join(root, 'package.json'), 'utf8').catch(() => ''));
    if (!parsed.ok || !isRecord(parsed.value) || parsed.value['name'] !== '@moonshot-ai/kimi-code') continue;
    const bin = isRecord(parsed.value['bin']) ? parsed.value['bin']['kimi'] : parsed.value['bin'];
    const script = typeof bin === 'string' ? join(root, bin) : real;
    return { kind: 'kimi-code', path, version: String(parsed.value['version']), launch: scriptLaunch(path, script) };
  }
  return undefined;
}

/** Our own Node if it is new enough: the one that `#!/usr/bin/env node` finds may be too old, or absent. */
function scriptLaunch(path: string, script: string): Launch {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const newEnough = major > 22 || (major === 22 && minor >= 19);
  if (newEnough && nodeCommand() === process.execPath) return { command: process.execPath, args: [script] };
  const direct = !windows && path !== script && !/\.[cm]?js$/.test(path);
  return direct ? { command: path, args: [] } : { command: nodeName, args: [script] };
}

const nodeName = windows ? 'node.exe' : 'node';

/** The program that runs an editor is no Node. */
function nodeCommand(): string {
  return process.versions['electron'] === undefined ? process.execPath : nodeName;
}

async function fromVersion(path: string, env: Env): Promise<FoundCli> {
  if (/\.(cmd|bat)$/i.test(path))
    return { kind: 'unknown', path, reason: 'a command script that cannot be run without a shell' };
  const launch = /\.[cm]?js$/.test(path) ? { command: nodeCommand(), args: [path] } : { command: path, args: [] };
  const output = await askVersion(launch, env);
  const legacy = /^kimi, version (\S+)/m.exec(output)?.[1];
  if (legacy !== undefined) return { kind: 'kimi-legacy', path, version: legacy, launch };
  const code = /^(\d+\.\d+\.\d+\S*)/m.exec(output)?.[1];
  if (code !== undefined) return { kind: 'kimi-code', path, version: code, launch };
  const tooOld = nodeTooOld.test(output);
  return {
    kind: 'unknown',
    path,
    reason: tooOld ? 'it needs a newer Node (22.19 or later)' : 'it does not tell a version as Kimi does',
  };
}

/** What `--version` prints, or nothing. */
export async function askVersion(launch: Launch, env: Env): Promise<string> {
  const lines: string[] = [];
  const onLine = (line: string): void => void lines.push(line);
  const signal = AbortSignal.timeout(15_000);
  const run = {
    launch,
    args: ['--version'],
    cwd: dirname(launch.command),
    env: kimiEnvironment(env, [], []),
    signal,
    onLine,
  };
  try {
    const end = await runChild(run);
    return [...lines, end.stderr].join('\n');
  } catch {
    return ''; // cannot be run at all
  }
}
