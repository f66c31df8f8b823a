import type { Diagnostic, Position, Range, TextEdit } from 'vscode-languageserver-protocol';
import { pathToFileURL } from 'node:url';
import type { TextRange } from '../../core/config/model/problems.ts';
import type { LineIndex } from '../../core/config/text/lineMap.ts';
import type { ConfigText } from './configText.ts';
import type { Finding, TextChange } from './finding.ts';
import { DiagnosticSeverity, DiagnosticTag } from './protocolValues.ts';

const severities = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  info: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
} as const;

export function rangeOf({ config: { lines } }: ConfigText, range: TextRange): Range {
  return rangeIn(lines, range);
}

export function rangeIn(lines: LineIndex, { offset, length }: TextRange): Range {
  return { start: positionOf(lines.at(offset)), end: positionOf(lines.at(offset + length)) };
}

export function textRangeOf({ start, end }: Range, lines: LineIndex): TextRange {
  const offset = lines.offset(start.line, start.character);
  return { offset, length: Math.max(0, lines.offset(end.line, end.character) - offset) };
}

function positionOf({ line, column }: { readonly line: number; readonly column: number }): Position {
  return { line, character: column };
}

export function offsetOf({ config: { lines } }: ConfigText, { line, character }: Position): number {
  return lines.offset(line, character);
}

export function toDiagnostic(finding: Finding, document: ConfigText): Diagnostic {
  const { code, severity, message, at, unnecessary, deprecated, related } = finding;
  return {
    range: rangeOf(document, at),
    severity: severities[severity],
    code,
    source: 'MCP Switchboard',
    message,
    ...(unnecessary && { tags: [DiagnosticTag.Unnecessary] }),
    ...(deprecated && { tags: [DiagnosticTag.Deprecated] }),
    ...(related && {
      relatedInformation: related.map(({ file, line, column, endColumn, message: about }) => ({
        location: {
          uri: pathToFileURL(file).href,
          range: { start: { line, character: column }, end: { line, character: endColumn } },
        },
        message: about,
      })),
    }),
  };
}

export function toTextEdits(changes: readonly TextChange[], document: ConfigText): TextEdit[] {
  return changes.map((change) => ({ range: rangeOf(document, change), newText: change.text }));
}
