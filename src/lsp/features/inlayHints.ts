import type { InlayHint, Range } from 'vscode-languageserver-protocol';
import { clip } from '../../base/json.ts';
import { findReferences } from '../../core/config/model/references.ts';
import type { ConfigText, PlacedServer } from '../document/configText.ts';
import { l10n } from '../../base/l10n.ts';
import { previewText, previewVariable, variableTexts } from './preview.ts';
import type { Environment } from '../environment/environment.ts';
import { offsetOf, rangeOf } from '../document/toLsp.ts';

const shownLength = 60;

/** Values of variables and measured start times. Values of inputs are VS Code's own hints. */
export function inlayHints(document: ConfigText, range: Range, around: Environment): InlayHint[] {
  const from = offsetOf(document, range.start);
  const to = offsetOf(document, range.end);
  return document.servers
    .filter(({ entry: { spans } }) => spans.entry.offset <= to && spans.entry.offset + spans.entry.length >= from)
    .flatMap((server) => startTime(server, document, around).concat(values(server, document, around)));
}

function hint(document: ConfigText, offset: number, label: string, tooltip: string): InlayHint {
  return { position: rangeOf(document, { offset, length: 0 }).start, label, tooltip, paddingLeft: true };
}

function startTime({ entry }: PlacedServer, document: ConfigText, around: Environment): readonly InlayHint[] {
  const ms = around.live(entry.source.file, entry.name)?.startMs;
  if (ms === undefined) return [];
  const text = ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
  const { offset, length } = entry.spans.name;
  return [hint(document, offset + length, text, l10n.t('How long the server took to start, last time'))];
}

/** Behind the text as a whole: a hint between its quotes would look like a part of it. */
function values({ entry, body }: PlacedServer, document: ConfigText, around: Environment): readonly InlayHint[] {
  return variableTexts(body).flatMap(({ node, text, secret }) => {
    const kinds = findReferences(text).map((reference) => previewVariable(reference, entry, around, secret).kind);
    if (kinds.length === 0 || kinds.some((kind) => kind !== 'value' && kind !== 'hidden')) return [];
    const shown = previewText(text, entry, around, secret);
    return [hint(document, node.offset + node.length, `= ${clip(shown, shownLength)}`, shown)];
  });
}
