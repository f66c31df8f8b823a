import path from 'node:path';
import { messageOf } from '../../../base/fault.ts';
import { canonicalJson, isRecord, parseJson } from '../../../base/json.ts';
import type { StdioLaunch } from '../../config/model/launch.ts';
import type { DecidingFile } from '../../config/variables/launchApproval.ts';
import { isInside } from '../../files/isInside.ts';
import type { FilesPort } from '../../ports/ports.ts';
import { redactText } from '../redaction/redact.ts';
import {
  codeSetting,
  families,
  folderOption,
  originSetting,
  packageManagers,
  packageRunners,
  projectFile,
} from './decidingTable.ts';
import { sha256 } from './launchShape.ts';
import { baseName } from './risks.ts';

interface Place {
  readonly cwd: string;
  /** Folders of the workspace. Above them a repository has no files. */
  readonly folders: readonly string[];
  /** The user's own settings are there. */
  readonly userHome: string;
}

const maxBytes = 256 * 1024;
type Found = Omit<DecidingFile, 'file' | 'hash'> & { readonly text: string };

/** Files of the workspace by which the launch, as it is written, runs something else. Reads them, and runs nothing. */
export async function readDecidingFiles(
  { command, args }: StdioLaunch,
  place: Place,
  files: Pick<FilesPort, 'read'>,
): Promise<readonly DecidingFile[]> {
  // A shell or `cmd /c` has the program somewhere in its text.
  const words = [command, ...args].flatMap((text) => text.split(/[\s;&|()'"]+/)).filter(Boolean);
  const found = await Promise.all(foldersOf([...args, ...words], place).map((dir) => decidingIn(dir, words, files)));
  const top = place.folders.find((folder) => isInside(place.cwd, folder)) ?? place.cwd;
  const named = found.flat().map(({ file, text, kind, lines }) => {
    return { file: path.relative(top, file).replaceAll('\\', '/'), kind, hash: sha256(text), lines };
  });
  return named.toSorted((a, b) => (a.file < b.file ? -1 : 1));
}

/** The working folder and those that an option names, each with the folders above it in the workspace. */
function foldersOf(words: readonly string[], { cwd, folders, userHome }: Place): readonly string[] {
  const named = words.flatMap((word, at) => {
    const [flag = '', ...value] = word.split('=');
    const dir = value.length > 0 ? value.join('=') : (words[at + 1] ?? '');
    return folderOption.test(flag) ? [path.resolve(cwd, dir)] : [];
  });
  const upwards = (dir: string): readonly string[] => {
    const top = folders.find((folder) => isInside(dir, folder));
    if (top === undefined) return dir === userHome ? [] : [dir];
    return dir === top ? [dir] : [dir, ...upwards(path.dirname(dir))];
  };
  return [...new Set([cwd, ...named].flatMap(upwards))];
}

type Placed = Found & { readonly file: string };

async function decidingIn(
  dir: string,
  words: readonly string[],
  files: Pick<FilesPort, 'read'>,
): Promise<readonly Placed[]> {
  const programs = words.map(baseName);
  const look = async (name: string, read: (text: string) => Found | undefined): Promise<readonly Placed[]> => {
    const file = path.join(dir, name);
    const text = await textOf(file, files);
    const found = text === undefined ? undefined : read(text);
    return found ? [{ ...found, file }] : [];
  };
  const settings = families
    .filter((family) => programs.some((program) => family.programs.test(program)))
    .flatMap(({ files: names, isCode }) =>
      names.map((name) => look(name, (text) => (isCode ? codeOf(text) : settingsOf(name, text)))),
    );
  const isRun = programs.some((name) => packageManagers.test(name)) || words.some((word) => /^--run\b/.test(word));
  const scripts = isRun ? [look('package.json', (text) => scriptsOf(text, words))] : [];
  const copies = programs.some((name) => packageRunners.test(name)) ? copyNames(words) : [];
  const all = [
    ...settings,
    ...scripts,
    ...copies.map((name) => look(name, (text) => ({ kind: 'copy', text, lines: [] }))),
  ];
  return (await Promise.all(all)).flat();
}

/** A file that cannot be read is there all the same, and the program may be able to. */
async function textOf(file: string, files: Pick<FilesPort, 'read'>): Promise<string | undefined> {
  try {
    return (await files.read(file, maxBytes))?.replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = (error as { readonly data?: { readonly code?: unknown } }).data ?? {};
    return code === 'ENOTDIR' ? undefined : messageOf(error);
  }
}

function codeOf(text: string): Found {
  return { kind: 'code', text, lines: [] };
}

function settingsOf(name: string, text: string): Found | undefined {
  const own = name === projectFile ? uvSections(text) : text;
  if (own.trim() === '') return undefined;
  const keyed = own.split(/\r\n?|\n/).map((line) => [keyOf(line), line.trim()] as const);
  const loading = keyed.filter(([key]) => codeSetting.test(key));
  const others = keyed.filter(([key]) => originSetting.test(key) && !codeSetting.test(key));
  const lines = [...loading, ...others].map(([, line]) => redactText(line));
  return { kind: loading.length > 0 ? 'code' : 'settings', text: own, lines };
}

/** `key = value`, `key: value`, with or without quotes and a scope: `@scope:registry`. */
function keyOf(line: string): string {
  return /^\s*["']?(?:@[\w.-]+:)?([\w.-]+)(?:\[\])?["']?\s*[=:]/.exec(line)?.[1] ?? '';
}

function uvSections(text: string): string {
  return text
    .split(/^(?=[ \t]*\[)/m)
    .filter((section) => /^[ \t]*\[+[ \t]*["']?tool["']?[ \t]*\.[ \t]*["']?uv\b/.test(section))
    .join('');
}

const installs = /^(?:i|ci|install|add|update|up)$/;
const installScripts = new Set(['preinstall', 'install', 'postinstall', 'prepublish', 'prepare']);

/** All scripts count, because one may run another; shown are those that the command names. */
function scriptsOf(text: string, words: readonly string[]): Found | undefined {
  const parsed = parseJson(text);
  const scripts = parsed.ok && isRecord(parsed.value) ? parsed.value['scripts'] : undefined;
  if (!isRecord(scripts)) return undefined;
  const named = new Set(words.flatMap((word) => [word, word.replace(/^--run=/, '')]));
  const isNamed = (name: string): boolean =>
    named.has(name) ||
    named.has(name.replace(/^(?:pre|post)/, '')) ||
    (installScripts.has(name) && words.some((word) => installs.test(word)));
  const shown = Object.entries(scripts).filter(([name]) => isNamed(name));
  if (shown.length === 0) return undefined;
  const lines = shown.map(([name, script]) => `${name} = ${redactText(String(script))}`);
  return { kind: 'script', text: canonicalJson(scripts), lines };
}

const npmSpec = /^(?:--package=)?((?:@[a-z0-9][\w.-]*\/)?[a-z0-9][\w.-]*)(?:@[^/]*)?$/i;

/** Where a runner of packages looks before it asks the registry. */
function copyNames(words: readonly string[]): readonly string[] {
  const names = words.slice(1).flatMap((word) => npmSpec.exec(word)?.[1] ?? []);
  return [...new Set(names)].slice(0, 20).flatMap((name) => {
    const bin = `node_modules/.bin/${name.split('/').at(-1) ?? name}`;
    return [`node_modules/${name}/package.json`, bin, `${bin}.cmd`];
  });
}
