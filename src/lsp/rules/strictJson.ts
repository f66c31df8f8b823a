import { configFormats } from '../../core/config/model/formats.ts';
import { keysOf } from '../document/clientKeys.ts';
import type { Finding } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import type { FileRule } from './rule.ts';

/** Comments and trailing commas, in a file whose own client reads plain JSON and would lose all its servers. */
export const strictJson: FileRule = ({ document }) => {
  if (configFormats[document.kind].comments || document.config.broken || document.kind === 'mcprc') return [];
  const { client } = keysOf(document.kind, document.file);
  const found = /"(?:\\.|[^"\\\r\n])*"|(\/\/[^\r\n]*|\/\*[^]*?\*\/)|,(?=\s*[}\]])/g;
  const findings: Finding[] = [];
  for (const match of document.text.matchAll(found)) {
    if (match[0].startsWith('"')) continue;
    const isComma = match[0] === ',';
    const message = isComma
      ? l10n.t('A trailing comma is not plain JSON: {0} may not read this file.', client)
      : l10n.t('A comment is not plain JSON: {0} may not read this file.', client);
    const at = { offset: match.index, length: match[0].length };
    const title = isComma ? l10n.t('Remove the comma') : l10n.t('Remove the comment');
    findings.push({
      code: 'comments',
      severity: 'warning',
      message,
      at,
      // To an editor that takes the file for JSON with comments, they are fine.
      ...(document.languageId === 'json' && { coveredBy: 'json-syntax' }),
      fixes: () => [{ title, changes: [{ ...at, text: '' }], preferred: true }],
    });
    if (findings.length >= 20) break;
  }
  return findings;
};
