import path from 'node:path';
import type { ParsedConfig } from '../../../src/core/config/model/model.ts';
import { ConfigText, sourceOf } from '../../../src/lsp/document/configText.ts';
import type { Finding, TextChange } from '../../../src/lsp/document/finding.ts';
import { findingsOf } from '../../../src/lsp/findings/findings.ts';
import type { Environment } from '../../../src/lsp/environment/environment.ts';
import type { EditorCheck, LiveServer } from '../../../src/contract/language.ts';

export const folder = '/ws';
const home = '/home/ada';

export interface Scene {
  readonly files?: readonly string[];
  readonly texts?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
  readonly programs?: readonly string[];
  readonly live?: readonly LiveServer[];
  readonly others?: readonly ParsedConfig[];
  readonly covers?: readonly EditorCheck[];
  readonly commands?: readonly string[];
  readonly versions?: Readonly<Record<string, string>>;
  readonly trusted?: boolean;
}

const usualPrograms = 'npx node uvx uv docker python3 bunx deno bun npm pnpm podman java dotnet sh bash'.split(' ');
const usualFiles = [
  '/ws/server.js',
  '/ws/src/server.py',
  '/ws/build/index.js',
  '/ws/.env',
  '/ws/bin/tool',
  '/ws/.git/HEAD',
];

/** A machine that is a table: only what it lists exists. */
export function surroundings(scene: Scene = {}): Environment {
  const files = new Set([...usualFiles, ...(scene.files ?? []), ...Object.keys(scene.texts ?? {})]);
  const folders = new Set([...files].flatMap(parents));
  const programs = scene.programs ?? usualPrograms;
  const texts: Readonly<Record<string, string>> = { '/ws/.gitignore': '.env\n', ...scene.texts };
  const stat = (place: string) => (files.has(place) ? 'file' : folders.has(place) ? 'folder' : undefined);
  return {
    trusted: scene.trusted ?? true,
    epoch: 0,
    covers: new Set(scene.covers),
    commands: new Set(scene.commands ?? ['mcpSwitchboard.inspectServer', 'mcpSwitchboard.testConnection']),
    env: { HOME: home, PATH: '/usr/bin', ...scene.env },
    windows: false,
    userHome: home,
    pathSeparator: '/',
    searchPath: '/usr/bin',
    folders: [{ name: 'ws', path: folder }],
    findProgram: (command) => (programs.includes(command) ? `/usr/bin/${command}` : undefined),
    programs: () => programs,
    stat,
    list: (place) =>
      [...files, ...folders]
        .filter((each) => path.dirname(each) === place && each !== place)
        .map((each) => ({ name: path.basename(each), isFolder: folders.has(each) })),
    read: (place) => texts[place],
    cachedVersion: (name) => scene.versions?.[name],
    followed: (config) => [config, ...(scene.others ?? [])],
    live: (file, server) => scene.live?.find((one) => one.file === file && one.name === server),
  };
}

function parents(file: string): readonly string[] {
  const found: string[] = [];
  for (let place = path.dirname(file); place !== '/'; place = path.dirname(place)) found.push(place);
  return [...found, '/'];
}

export function read(file: string, text: string, languageId = 'jsonc'): ConfigText {
  const source = sourceOf(file, [{ name: 'ws', path: folder }]);
  if (!source) throw new Error(`${file} is not a configuration file`);
  return ConfigText.read(text, languageId, source);
}

export function look(file: string, text: string, scene: Scene = {}): readonly Finding[] {
  return findingsOf(read(file, text), surroundings(scene));
}

export function apply(text: string, changes: readonly TextChange[]): string {
  return changes
    .toSorted((a, b) => b.offset - a.offset)
    .reduce(
      (result, { offset, length, text: put }) => result.slice(0, offset) + put + result.slice(offset + length),
      text,
    );
}

/** The place of `|` in a text, and the text without it. */
export function marked(text: string): { readonly text: string; readonly offset: number } {
  const offset = text.indexOf('|');
  return { text: text.slice(0, offset) + text.slice(offset + 1), offset };
}
