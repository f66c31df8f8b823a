import type { Diagnostic } from 'vscode-languageserver-protocol';
import { l10n } from '../../base/l10n.ts';
import type { LiveServer } from '../../contract/language.ts';
import { embeddedServerId } from '../../contract/toolName.ts';
import type { CheckFile, Step } from '../../core/checks/model/checkFile.ts';
import { readCheckFile } from '../../core/checks/read/readCheckFile.ts';
import type { Span } from '../../core/config/text/lineMap.ts';
import { DiagnosticSeverity } from '../document/protocolValues.ts';
import { looksSecret } from '../../core/trust/redaction/hideSecrets.ts';

interface Known {
  /** Without them names are not judged. */
  readonly servers: readonly LiveServer[] | undefined;
  /** The editor finds what the schema forbids. */
  readonly isCovered: boolean;
}

export function checkDiagnostics(file: string, text: string, { servers, isCovered }: Known): Diagnostic[] {
  const { checkFile, problems } = readCheckFile(file, text);
  const own = problems
    .filter(({ isForm }) => !(isForm && isCovered))
    .map(({ message, span }) => diagnostic('check-file', message, span, DiagnosticSeverity.Error));
  return checkFile ? [...own, ...nameDiagnostics(checkFile, servers), ...secretDiagnostics(checkFile)] : own;
}

function* nameDiagnostics(checkFile: CheckFile, servers: readonly LiveServer[] | undefined): Generator<Diagnostic> {
  const { server: name, serverSpan, checks } = checkFile;
  if (typeof name !== 'string' || !servers || name === embeddedServerId) return;
  const server = servers.find(({ id }) => id === name);
  if (!server) {
    yield diagnostic('check-server', l10n.t('No server "{0}" is configured.', name), serverSpan);
    return;
  }
  const tools = new Set(server.tools.map((tool) => tool.name));
  if (tools.size === 0) return; // it has not been started yet
  for (const { kind, target, span } of checks.flatMap(({ steps }) => steps))
    if (kind === 'call' && !target.includes('${') && !tools.has(target))
      yield diagnostic('check-tool', l10n.t('The server "{0}" has no tool "{1}".', name, target), span);
}

function* secretDiagnostics({ checks }: CheckFile): Generator<Diagnostic> {
  for (const step of checks.flatMap(({ steps }) => steps)) {
    const name = secretArgument(step);
    if (name === undefined) continue;
    const instead = `\${env:${name.toUpperCase()}}`;
    const message = l10n.t('"{0}" looks like a secret. Take it from the environment: {1}', name, instead);
    yield diagnostic('check-secret', message, step.span);
  }
}

function secretArgument({ args }: Step): string | undefined {
  return Object.entries(args).find(([name, value]) => typeof value === 'string' && looksSecret(name, value))?.[0];
}

function diagnostic(
  code: string,
  message: string,
  { line, column, endLine, endColumn }: Span,
  severity: DiagnosticSeverity = DiagnosticSeverity.Warning,
): Diagnostic {
  const range = { start: { line, character: column }, end: { line: endLine, character: endColumn } };
  return { range, severity, code, source: 'MCP Switchboard', message };
}
