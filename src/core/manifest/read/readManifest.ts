import { l10n } from '../../../base/l10n.ts';
import { isRecord, parseJson } from '../../../base/json.ts';
import { locateFlaws, locateSyntaxError } from './locate.ts';
import { FlawList } from './flawList.ts';
import type { DeclaredTool, Manifest } from './model.ts';
import { readPrompts } from './readPrompt.ts';
import { readTool } from './readTool.ts';

/** Reads one manifest. Never throws: errors become problems with their line, and valid tools are still offered. */
export function readManifest(file: string, text: string): Manifest {
  const parsed = parseJson(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text);
  if (!parsed.ok) return { file, tools: [], prompts: [], problems: [locateSyntaxError(file, text, parsed.reason)] };
  const flaws = new FlawList();
  const tools = readTools(parsed.value, flaws);
  const prompts = isRecord(parsed.value) ? readPrompts(parsed.value['prompts'], flaws) : [];
  return { file, tools, prompts, problems: locateFlaws(file, text, flaws.list) };
}

function readTools(manifest: unknown, flaws: FlawList): readonly DeclaredTool[] {
  if (!isRecord(manifest)) {
    flaws.error('shape', [], l10n.t('A manifest is an object with "id", "tools" and "implementation".'));
    return [];
  }
  const methods = readMethods(manifest['implementation'], flaws);
  const { id, tools } = manifest;
  if (typeof id !== 'string' || id === '')
    flaws.error('shape', ['id'], l10n.t('A manifest needs an "id": a string that is not empty.'));
  if (!Array.isArray(tools)) flaws.error('shape', ['tools'], l10n.t('A manifest needs "tools": a list.'));
  if (flaws.list.length > 0 || !methods || !Array.isArray(tools)) return [];
  return tools.flatMap((tool: unknown, at) => readTool(tool, ['tools', at], methods, flaws) ?? []);
}

function readMethods(implementation: unknown, flaws: FlawList): Readonly<Record<string, unknown>> | undefined {
  const methods = isRecord(implementation) ? implementation['methods'] : undefined;
  if (isRecord(methods)) return methods;
  flaws.error(
    'shape',
    ['implementation', 'methods'],
    l10n.t('A manifest needs "implementation.methods": an object that gives each tool its method on the socket.'),
  );
  return undefined;
}
