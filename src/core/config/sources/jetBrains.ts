import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { JsonObject } from '../../../base/json.ts';
import type { WorkspaceFolder } from '../../ports/ports.ts';
import { splitCommandLine } from '../edit/newServer.ts';
import { type XmlElement, readXml } from '../text/readXml.ts';
import { type Machine, configFolder } from './configFiles.ts';

/** Of an IDE, and of a project. */
const components: ReadonlySet<string | undefined> = new Set([
  'McpApplicationServerCommands',
  'McpProjectServerCommands',
]);

/** The files whose folders have names of their own: one for each installed IDE, and one for each solution of Rider. */
export async function jetBrainsFiles(
  machine: Machine,
  folders: readonly WorkspaceFolder[],
): Promise<readonly string[]> {
  const ides = path.join(configFolder(machine), 'JetBrains');
  const ofIdes = (await namesIn(ides)).map((name) => path.join(ides, name, 'options', 'llm.mcpServers.xml'));
  const ofSolutions = await Promise.all(
    folders.map(async ({ path: folder }) => {
      const idea = path.join(folder, '.idea');
      const names = (await namesIn(idea)).filter((name) => name.startsWith('.idea.'));
      return names.map((name) => path.join(idea, name, '.idea', 'workspace.xml'));
    }),
  );
  return [...ofIdes, ...ofSolutions.flat()];
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return (await readdir(folder).catch(() => [])).toSorted();
}

/**
 * The servers of AI Assistant before 2025.3, in the form of other clients. Later versions keep only their state in this
 * file: those entries have neither a program nor a URL.
 */
export function jetBrainsServers(text: string): JsonObject {
  const tops = readXml(text)?.children.flatMap(({ children }) => children) ?? [];
  const found = tops.filter(({ name, attributes }) => name === 'component' && components.has(attributes['name']));
  const entries = found.flatMap(({ children }) => children).flatMap(withoutList);
  return Object.fromEntries(entries.flatMap((entry) => serverOf(entry)));
}

/** 2025.1 and 2025.2 have no lists in between. */
function withoutList(element: XmlElement): readonly XmlElement[] {
  return ['commands', 'urls'].includes(element.name) ? element.children : [element];
}

function serverOf({ children }: XmlElement): [string, JsonObject][] {
  const options = pairsOf(children.filter(({ name }) => name === 'option'));
  const { name, programPath, url } = options;
  const body = programPath ? commandOf(programPath, options, children) : url ? addressOf(url, children) : undefined;
  if (!name || !body) return [];
  return [[name, { ...body, ...(options['enabled'] === 'false' && { enabled: false }) }]];
}

function commandOf(
  command: string,
  { arguments: args = '', workingDirectory }: Readonly<Record<string, string>>,
  children: readonly XmlElement[],
): JsonObject {
  const env = pairsOf(children.filter(({ name }) => name === 'envs').flatMap((envs) => envs.children));
  return { command, args: [...splitCommandLine(args)], env, ...(workingDirectory && { cwd: workingDirectory }) };
}

function addressOf(url: string, children: readonly XmlElement[]): JsonObject {
  const maps = children.filter(({ attributes }) => attributes['name'] === 'headers').flatMap((one) => one.children);
  return { url, headers: pairsOf(maps.flatMap((map) => map.children)) };
}

function pairsOf(elements: readonly XmlElement[]): Readonly<Record<string, string>> {
  const pairs = elements.map(({ attributes: { name, key = name, value } }) => [key, value] as const);
  return Object.fromEntries(
    pairs.filter((pair): pair is readonly [string, string] => pair[0] !== undefined && pair[1] !== undefined),
  );
}
