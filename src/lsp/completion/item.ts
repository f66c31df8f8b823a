import type { CompletionItem, TextEdit } from 'vscode-languageserver-protocol';
import type { TextRange } from '../../core/config/model/problems.ts';
import type { ConfigText } from '../document/configText.ts';
import { type CompletionItemKind, CompletionItemTag, InsertTextFormat } from '../document/protocolValues.ts';
import { rangeOf } from '../document/toLsp.ts';
import type { Cursor } from './cursor.ts';

/** A proposal of a feature; how it is inserted is decided here. */
export interface Proposal {
  readonly label: string;
  readonly kind: CompletionItemKind;
  /** JSON text, quotes included. */
  readonly insert: string;
  readonly isSnippet?: boolean;
  readonly detail?: string;
  readonly about?: string;
  /** Lower comes first. */
  readonly rank?: number;
  readonly more?: readonly TextEdit[];
  readonly preselect?: boolean;
  readonly deprecated?: boolean;
}

export function toItem(
  proposal: Proposal,
  cursor: Cursor,
  document: ConfigText,
  range: TextRange = cursor.token,
): CompletionItem {
  const { label, kind, insert, detail, about, rank = 5, more, preselect, deprecated } = proposal;
  const quoted = document.text[range.offset] === '"';
  return {
    label,
    kind,
    ...(detail !== undefined && { detail }),
    ...(about !== undefined && { documentation: { kind: 'markdown', value: about } }),
    sortText: `${rank}${label}`,
    // The editor compares this with the text that it replaces, whose quotes belong to it.
    filterText: quoted ? JSON.stringify(label) : label,
    insertTextFormat: proposal.isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: rangeOf(document, range), newText: cursor.needsComma ? `${insert},` : insert },
    ...(more && { additionalTextEdits: [...more] }),
    ...(preselect && { preselect }),
    ...(deprecated && { tags: [CompletionItemTag.Deprecated] }),
  };
}

/** In a snippet these three have a meaning of their own. */
export function escapeSnippet(text: string): string {
  return text.replaceAll(/[\\$}]/g, '\\$&');
}
