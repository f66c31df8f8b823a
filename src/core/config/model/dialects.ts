import { l10n } from '../../../base/l10n.ts';
import { type Reference, findReferences } from './references.ts';

/** Clients that a server can be copied for. */
export type ExportClient =
  | 'vscode'
  | 'claudeDesktop'
  | 'claudeCode'
  | 'cursor'
  | 'windsurf'
  | 'codex'
  | 'copilotCli'
  | 'kimi';

export const exportClients: Readonly<Record<ExportClient, string>> = {
  vscode: 'VS Code',
  claudeDesktop: 'Claude Desktop',
  claudeCode: 'Claude Code',
  cursor: 'Cursor',
  windsurf: 'Windsurf',
  codex: 'Codex',
  copilotCli: 'Copilot CLI',
  kimi: 'Kimi Code',
};

/** Where a user of the client pastes a configuration. */
export const pasteInto: Readonly<Record<ExportClient, string>> = {
  vscode: '.vscode/mcp.json',
  claudeDesktop: 'claude_desktop_config.json',
  claudeCode: '.mcp.json',
  cursor: '~/.cursor/mcp.json',
  windsurf: '~/.codeium/windsurf/mcp_config.json',
  codex: '~/.codex/config.toml',
  copilotCli: '~/.copilot/mcp-config.json',
  kimi: '~/.kimi-code/mcp.json',
};

type Variable =
  | { readonly kind: 'env'; readonly name: string; readonly fallback: string | undefined }
  | { readonly kind: 'input'; readonly id: string }
  | { readonly kind: 'folder' | 'home' | 'other' };

/** `undefined` where the client does not support it. */
type Dialect = (variable: Variable) => string | undefined;

const editor = (variable: Variable): string | undefined => {
  if (variable.kind === 'env' && variable.fallback === undefined) return `\${env:${variable.name}}`;
  if (variable.kind === 'folder') return '${workspaceFolder}';
  return variable.kind === 'home' ? '${userHome}' : undefined;
};
const shell = (variable: Variable): string | undefined => {
  if (variable.kind === 'env')
    return variable.fallback === undefined ? `\${${variable.name}}` : `\${${variable.name}:-${variable.fallback}}`;
  return variable.kind === 'home' ? '${HOME}' : undefined;
};
const none = (): undefined => undefined;

const dialects: Readonly<Record<ExportClient, Dialect>> = {
  vscode: (variable) => (variable.kind === 'input' ? `\${input:${variable.id}}` : editor(variable)),
  cursor: editor,
  windsurf: (variable) => (variable.kind === 'env' ? editor(variable) : undefined),
  claudeCode: (variable) => (variable.kind === 'folder' ? '${CLAUDE_PROJECT_DIR:-.}' : shell(variable)),
  copilotCli: shell,
  claudeDesktop: none,
  codex: none,
  kimi: none,
};

/** The values of path variables on this machine; they are no secrets, and a client that does not support them gets the path. */
export interface Places {
  readonly folder?: string | undefined;
  readonly home?: string | undefined;
}

/** Writes the variables of a text the way another client reads them; what it cannot read is noted and left as it is. */
export function translate(
  text: string,
  client: ExportClient,
  note: (sentence: string) => void,
  places: Places = {},
): string {
  let result = '';
  let from = 0;
  for (const reference of findReferences(text)) {
    result += text.slice(from, reference.offset) + translated(reference, client, note, places);
    from = reference.offset + reference.text.length;
  }
  return result + text.slice(from);
}

function translated(
  reference: Reference,
  client: ExportClient,
  note: (sentence: string) => void,
  places: Places,
): string {
  const variable = variableOf(reference);
  const direct = dialects[client](variable);
  if (direct !== undefined) return direct;
  if (variable.kind === 'folder' && places.folder !== undefined) return places.folder;
  if (variable.kind === 'home' && places.home !== undefined) return places.home;
  const label = exportClients[client];
  if (variable.kind === 'input') {
    const name = variable.id.toUpperCase().replaceAll(/\W/g, '_');
    const other = dialects[client]({ kind: 'env', name, fallback: undefined });
    if (other !== undefined) {
      note(
        l10n.t(
          '{0} does not support inputs: set the environment variable {1} instead of {2}.',
          label,
          name,
          reference.text,
        ),
      );
      return other;
    }
  }
  note(l10n.t('{0} does not resolve {1}: replace it with its value.', label, reference.text));
  return reference.text;
}

function variableOf({ name, argument, text }: Reference): Variable {
  if (name === 'env') return { kind: 'env', ...splitDefault(argument ?? '') };
  if (name === 'input') return { kind: 'input', id: argument ?? '' };
  if (name === 'workspaceFolder' && argument === undefined) return { kind: 'folder' };
  if (name === 'userHome') return { kind: 'home' };
  const plain = argument === undefined || argument.startsWith('-');
  return plain && /^[A-Z_]\w*$/i.test(name) ? { kind: 'env', ...splitDefault(text.slice(2, -1)) } : { kind: 'other' };
}

function splitDefault(inner: string): { readonly name: string; readonly fallback: string | undefined } {
  const at = inner.indexOf(':-');
  return at < 0 ? { name: inner, fallback: undefined } : { name: inner.slice(0, at), fallback: inner.slice(at + 2) };
}

/** `NAME` where the whole text is that one variable, perhaps behind a word such as "Bearer". */
export function soleVariable(text: string, prefix = ''): string | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const rest = text.slice(prefix.length);
  const [reference, ...more] = findReferences(rest);
  if (!reference || more.length > 0 || reference.text !== rest) return undefined;
  const variable = variableOf(reference);
  return variable.kind === 'env' && variable.fallback === undefined ? variable.name : undefined;
}
