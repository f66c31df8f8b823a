import { configFormats } from '../../core/config/model/formats.ts';
import { mergeSources } from '../../core/config/sources/merge.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import type { Finding } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import { removal } from './fixing.ts';
import type { FileRule } from './rule.ts';

/** A server of the same name in another file, and which one wins. */
export const shadowedServers: FileRule = ({ document, around }) => {
  if (document.config.servers.length === 0) return [];
  const { shadowed } = mergeSources(around.followed(document.config));
  return shadowed.flatMap(({ entry, winner }): readonly Finding[] => {
    if (entry.source.file === document.file) return [losing(entry, winner, document)];
    return [];
  });
};

function losing(entry: ServerEntry, winner: ServerEntry, document: Parameters<FileRule>[0]['document']): Finding {
  const { line, column, endColumn } = winner.spans.name;
  return {
    code: 'shadowed',
    severity: 'info',
    message: l10n.t(
      '"{0}" is ignored: {1} defines a server with the same name.',
      entry.name,
      configFormats[winner.source.kind].label(),
    ),
    at: entry.spans.name,
    server: entry.name,
    unnecessary: true,
    related: [{ file: winner.source.file, line, column, endColumn, message: l10n.t('The server that is used') }],
    fixes: () => [{ title: l10n.t('Remove "{0}" here', entry.name), changes: [removal(document, entry.path)] }],
  };
}
