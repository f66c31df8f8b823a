import type { ExportClient } from '../../core/config/model/dialects.ts';
import type { ConfigKind } from '../../core/config/model/model.ts';
import { findReferences, type Reference } from '../../core/config/model/references.ts';

/** The client in whose form a file is written, and whose variables it may use. */
export const clientOf: Readonly<Record<ConfigKind, ExportClient>> = {
  vscode: 'vscode',
  user: 'vscode',
  codeWorkspace: 'vscode',
  devcontainer: 'vscode',
  extension: 'vscode',
  plain: 'vscode',
  mcpJson: 'claudeCode',
  mcprc: 'claudeCode',
  cursor: 'cursor',
  claudeDesktop: 'claudeDesktop',
  windsurf: 'windsurf',
  copilotCli: 'copilotCli',
  kimi: 'kimi',
};

const folderNames = ['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator', '/'];
/** Variables that VS Code expands and Switchboard does not. */
const editorNames =
  `workspaceRoot cwd file fileBasename fileBasenameNoExtension fileDirname fileDirnameBasename fileExtname
  fileWorkspaceFolder relativeFile relativeFileDirname lineNumber columnNumber selectedText selectedPosition execPath
  execInstallFolder defaultBuildTask config extensionInstallFolder`.split(/\s+/);

type Dialect = (reference: Reference) => boolean;

const named =
  (...names: readonly string[]): Dialect =>
  ({ name }) =>
    names.includes(name);
const shell: Dialect = ({ name, argument }) =>
  /^[A-Za-z_]\w*$/.test(name) && (argument === undefined || argument.startsWith('-')) && !folderNames.includes(name);

const understood: Readonly<Record<ExportClient, Dialect>> = {
  vscode: named('env', 'input', 'command', ...folderNames, ...editorNames),
  cursor: named('env', ...folderNames),
  windsurf: named('env', 'file'),
  claudeCode: shell,
  copilotCli: shell,
  claudeDesktop: () => false,
  codex: () => false,
  kimi: () => false,
};

/** Whether this client expands the variable. */
export function understands(kind: ConfigKind, reference: Reference): boolean {
  return understood[clientOf[kind]](reference);
}

/** Names that a program sets for its own servers: never a variable of this machine. */
const provided = /^(?:CLAUDE_\w+|PLUGIN_ROOT|PLUGIN_DIR|COPILOT_\w+)$/;

/** `NAME` of `${env:NAME}`, `${NAME}` or `${NAME:-default}`, and whether it has a default. */
export function environmentName(
  reference: Reference,
): { readonly name: string; readonly hasDefault: boolean } | undefined {
  const inner =
    reference.name === 'env' ? (reference.argument ?? '') : shell(reference) ? reference.text.slice(2, -1) : undefined;
  if (inner === undefined) return undefined;
  const [name = '', ...rest] = inner.split(':-');
  return { name, hasDefault: rest.length > 0 || provided.test(name) };
}

/** How this client writes an environment variable; `undefined` where it knows none. */
export function environmentReference(kind: ConfigKind, name: string): string | undefined {
  const forms = [`\${env:${name}}`, `\${${name}}`];
  return forms.find((form) => findReferences(form).every((reference) => understands(kind, reference)));
}
