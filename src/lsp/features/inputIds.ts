import type { Location, Range, TextEdit } from 'vscode-languageserver-protocol';
import { configFormats } from '../../core/config/model/formats.ts';
import { type JsonNode, memberOf, nodeAt } from '../../core/config/text/jsonTree.ts';
import type { TextRange } from '../../core/config/model/problems.ts';
import { referencesIn } from '../../core/config/model/references.ts';
import type { ConfigText } from '../document/configText.ts';
import { l10n } from '../../base/l10n.ts';
import { rangeOf } from '../document/toLsp.ts';

interface InputPlace {
  readonly id: string;
  /** Of the id alone, without quotes and braces. */
  readonly at: TextRange;
  readonly isDeclaration: boolean;
}

/** Every place where an input is declared or used. */
function inputPlaces(document: ConfigText): readonly InputPlace[] {
  const path = configFormats[document.kind].inputs;
  const list = path && nodeAt(document.config.root, path);
  const declared = list?.kind === 'array' ? list.items.flatMap(declaredId) : [];
  const { root } = document.config;
  const used = root
    ? referencesIn(document.text, root).flatMap(({ name, argument, offset }) =>
        name === 'input' && argument !== undefined
          ? [
              {
                id: argument,
                at: { offset: offset + '${input:'.length, length: argument.length },
                isDeclaration: false,
              },
            ]
          : [],
      )
    : [];
  return [...declared, ...used];
}

function declaredId(item: JsonNode): readonly InputPlace[] {
  const id = memberOf(item, 'id')?.value;
  if (id?.kind !== 'string') return [];
  return [{ id: String(id.value), at: { offset: id.offset + 1, length: id.length - 2 }, isDeclaration: true }];
}

function inputAt(document: ConfigText, offset: number): InputPlace | undefined {
  return inputPlaces(document).find(({ at }) => offset >= at.offset && offset <= at.offset + at.length);
}

export function prepareRename(document: ConfigText, offset: number): { range: Range; placeholder: string } | undefined {
  const found = inputAt(document, offset);
  return found && { range: rangeOf(document, found.at), placeholder: found.id };
}

type Renamed = { readonly ok: true; readonly edits: TextEdit[] } | { readonly ok: false; readonly message: string };

/** Renames an input at its declaration and wherever it is used. */
export function renameInput(document: ConfigText, offset: number, name: string): Renamed {
  const found = inputAt(document, offset);
  if (!found) return { ok: false, message: l10n.t('Only an input can be renamed here.') };
  if (!/^[\w.-]+$/.test(name)) return { ok: false, message: l10n.t('Use letters, digits, ".", "_" and "-" only.') };
  const places = inputPlaces(document);
  if (name !== found.id && places.some(({ id, isDeclaration }) => id === name && isDeclaration))
    return { ok: false, message: l10n.t('An input called "{0}" already exists.', name) };
  const edits = places
    .filter(({ id }) => id === found.id)
    .map(({ at }) => ({ range: rangeOf(document, at), newText: name }));
  return { ok: true, edits };
}

export function inputDeclaration(document: ConfigText, uri: string, offset: number): Location | undefined {
  const found = inputAt(document, offset);
  const place = found && inputPlaces(document).find(({ id, isDeclaration }) => id === found.id && isDeclaration);
  return place && { uri, range: rangeOf(document, place.at) };
}

export function inputReferences(
  document: ConfigText,
  uri: string,
  offset: number,
  withDeclaration: boolean,
): Location[] {
  const found = inputAt(document, offset);
  return inputPlaces(document)
    .filter(({ id, isDeclaration }) => id === found?.id && (withDeclaration || !isDeclaration))
    .map(({ at }) => ({ uri, range: rangeOf(document, at) }));
}
