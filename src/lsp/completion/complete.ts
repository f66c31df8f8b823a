import type { CompletionItem, CompletionList } from 'vscode-languageserver-protocol';
import type { ConfigText } from '../document/configText.ts';
import type { EditorAbilities } from '../document/editorAbilities.ts';
import { keysOf } from '../document/clientKeys.ts';
import { hasEditorSchema } from '../document/schema.ts';
import type { Environment } from '../environment/environment.ts';
import { type Cursor, cursorAt } from './cursor.ts';
import { CompletionItemKind } from '../document/protocolValues.ts';
import { type Proposal, toItem } from './item.ts';
import { serverSnippets } from './serverSnippets.ts';
import { keyProposals, mapKeyProposals, valueProposals } from './values.ts';
import { variableItems } from './variableProposals.ts';

/** Proposals for a place. Where the editor's schema proposes keys and words, only what it cannot know is added. */
export function complete(
  document: ConfigText,
  offset: number,
  around: Environment,
  editor: Pick<EditorAbilities, 'snippets'>,
): CompletionList {
  const cursor = cursorAt(document, offset);
  const variables = isText(cursor) ? variableItems(cursor, document, around) : undefined;
  const items: readonly CompletionItem[] =
    variables ?? proposalsFor(cursor, document, around, editor).map((proposal) => toItem(proposal, cursor, document));
  // Paths and programs are completed again with each letter: only those with the typed prefix were listed.
  return { isIncomplete: cursor.role.kind === 'value', items: [...items] };
}

function isText({ role }: Cursor): boolean {
  return role.kind === 'value';
}

function proposalsFor(
  cursor: Cursor,
  document: ConfigText,
  around: Environment,
  editor: Pick<EditorAbilities, 'snippets'>,
): readonly Proposal[] {
  const { role } = cursor;
  const hasSchema = hasEditorSchema(document, around);
  switch (role.kind) {
    case 'serverName':
      return serverSnippets(document, cursor, editor.snippets);
    case 'serverKey':
      return hasSchema ? [] : keyProposals(role, cursor, document);
    case 'value':
      return valueProposals(role, cursor, document, around);
    case 'mapKey':
      return mapKeyProposals(role, cursor, document, around);
    case 'rootKey':
      return hasSchema ? [] : rootProposals(cursor, document);
    case 'input':
      return hasSchema ? [] : inputProposals(role.key, cursor);
    case 'none':
      return [];
    default:
      return role satisfies never;
  }
}

function rootProposals(cursor: Cursor, document: ConfigText): readonly Proposal[] {
  const { root } = document.config;
  const present = new Set(root?.kind === 'object' ? root.members.map(({ key }) => key) : []);
  return (keysOf(document.kind, document.file).root ?? [])
    .filter((key) => !present.has(key) && key !== '$schema')
    .map((key) => property(key, cursor, key === 'inputs' ? '[]' : '{}'));
}

function inputProposals(key: string, cursor: Cursor): readonly Proposal[] {
  if (key === 'type')
    return ['promptString', 'pickString', 'command'].map((type) => ({
      label: type,
      kind: CompletionItemKind.EnumMember,
      insert: JSON.stringify(type),
    }));
  if (key !== '') return [];
  const keys = { id: '""', type: '""', description: '""', default: '""', password: 'true', options: '[]' };
  return Object.entries(keys).map(([name, value]) => property(name, cursor, value));
}

function property(key: string, cursor: Cursor, value: string): Proposal {
  return {
    label: key,
    kind: CompletionItemKind.Property,
    insert: JSON.stringify(key) + (cursor.hasColon ? '' : `: ${value}`),
  };
}
