import { fileURLToPath } from 'node:url';
import type { InitializeParams } from 'vscode-languageserver-protocol';
import { isRecord } from '../../base/json.ts';
import type { WorkspaceFolder } from '../../core/ports/ports.ts';
import type { EditorCheck, LanguageOptions } from '../../contract/language.ts';

const checks: ReadonlySet<string> = new Set<EditorCheck>(['json-syntax', 'json-schema', 'vscode-mcp']);

/** Without options it is another editor: it checks nothing itself, and its user trusts the folder. */
export function readOptions(given: unknown): LanguageOptions {
  const options = isRecord(given) ? given : {};
  const { userFile, workspaceFile } = options;
  return {
    covers: texts(options['covers']).filter((check): check is EditorCheck => checks.has(check)),
    trusted: options['trusted'] !== false,
    ...(typeof userFile === 'string' && { userFile }),
    ...(typeof workspaceFile === 'string' && { workspaceFile }),
    commands: texts(options['commands']),
    bundle: isRecord(options['bundle']) ? textsByKey(options['bundle']) : {},
  };
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function textsByKey(record: Record<string, unknown>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(record).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  );
}

export function readFolders({
  workspaceFolders,
  rootUri,
}: Pick<InitializeParams, 'workspaceFolders' | 'rootUri'>): readonly WorkspaceFolder[] {
  const folders = workspaceFolders ?? (rootUri ? [{ uri: rootUri, name: rootUri.split('/').at(-1) ?? rootUri }] : []);
  return folders
    .filter(({ uri }) => uri.startsWith('file:'))
    .map(({ uri, name }) => ({ name, path: fileURLToPath(uri) }));
}
