import { l10n } from '../../../base/l10n.ts';
import { type ParseError, parse, printParseErrorCode } from 'jsonc-parser';
import { parseJsonTree, placeAt } from '../../config/text/jsonTree.ts';
import { LineIndex, type Span } from '../../config/text/lineMap.ts';
import type { Flaw, ManifestPath, ManifestProblem } from './model.ts';

/** Finds the lines of flaws in the text that they were found in. */
export function locateFlaws(file: string, text: string, flaws: readonly Flaw[]): readonly ManifestProblem[] {
  if (flaws.length === 0) return [];
  const lines = new LineIndex(text);
  const { root } = parseJsonTree(text);
  return flaws.map(({ path, code, severity, message }) => {
    const { offset, length } = placeAt(root, path);
    return { code, severity, message, file, span: lines.span(offset, length) };
  });
}

/** The first thing that keeps a text from being JSON. */
export function locateSyntaxError(file: string, text: string, reason: string): ManifestProblem {
  const lines = new LineIndex(text);
  const [found] = parseJsonTree(text).errors;
  const { message, offset, length } = found ?? strictError(text) ?? { message: `${reason}.`, offset: 0, length: 1 };
  return {
    code: 'syntax',
    severity: 'error',
    message: l10n.t('Not valid JSON: {0}', message),
    file,
    span: lines.span(offset, length),
  };
}

/** A problem of a file as a whole, such as its size. */
export const fileSpan: Span = { offset: 0, length: 0, line: 0, column: 0, endLine: 0, endColumn: 0 };

/** Where a tool is declared, for "open the source". */
export function locatePath(text: string, path: ManifestPath): Span {
  const { offset, length } = placeAt(parseJsonTree(text).root, path);
  return new LineIndex(text).span(offset, length);
}

/** The tree reader accepts comments and trailing commas, which other readers of manifests do not. */
function strictError(text: string): { message: string; offset: number; length: number } | undefined {
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch {
    return undefined; // nested too deeply for its stack; the message of JSON.parse is used instead
  }
  const [first] = errors;
  return (
    first && {
      message: sentences[first.error]?.() ?? `${printParseErrorCode(first.error)}.`,
      offset: first.offset,
      length: first.length,
    }
  );
}

const sentences: Readonly<Record<number, () => string>> = {
  3: () => l10n.t('Unexpected comma.'),
  4: () => l10n.t('Unexpected comma.'),
  10: () => l10n.t('Comments are not allowed.'),
};
