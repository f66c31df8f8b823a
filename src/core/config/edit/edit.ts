import { l10n } from '../../../base/l10n.ts';
import { type JsonObject, type JsonValue, isRecord, sameJson } from '../../../base/json.ts';
import { ConfigDocument, duplicateKey, listedName, openPlace } from './configDocument.ts';
import { unsafeKeys } from '../parse/fields.ts';
import { hasHidden } from '../../../base/text/hiddenCharacters.ts';
import { configFormats } from '../model/formats.ts';
import { type ArrayNode, type JsonNode, type ObjectNode, nodeAt, parseJsonTree, toValue } from '../text/jsonTree.ts';
import type { ConfigKind, JsonPath } from '../model/model.ts';
import { type TextStyle, insertItem, insertMember, removeChild, replaceNode, styleOf } from '../text/textEdit.ts';

export type Edited = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string };

/** A server to be written: a name, a body in the target's own form, and the inputs that it asks for. */
export interface NewServer {
  readonly name: string;
  readonly body: JsonObject;
  readonly inputs?: readonly JsonObject[];
}

/** Adds to a file that may not exist yet. A name that is taken is refused. */
export function addServer(text: string | undefined, kind: ConfigKind, server: NewServer): Edited {
  if (hasHidden(server.name)) return no(l10n.t('This name contains invisible characters.'));
  if (server.name.trim() === '' || unsafeKeys.has(server.name))
    return no(l10n.t('"{0}" cannot be the name of a server.', server.name));
  const before = text?.trim() ? text : '{}\n';
  return withDocument(before, kind, (document) => {
    if (document.find(server.name)) return no(l10n.t('This file already has a server called "{0}".', server.name));
    const added = document.insert(server.name, server.body, styleOf(document.text));
    if (added === undefined)
      return no(l10n.t('"{0}" contains something else, so no server can be added there.', document.home.join('.')));
    if (!document.isReadBack(server.name, added))
      return no(l10n.t('"{0}" has another meaning in this file, so no server can be called that.', server.name));
    return server.inputs?.length ? addInputs(added, kind, server.inputs) : yes(added);
  });
}

/** Replaces the body of an existing server; unchanged keys keep their comments and their place. */
export function editServer(text: string, kind: ConfigKind, name: string, body: JsonObject): Edited {
  return withServer(text, kind, name, (document, path) =>
    yes(mergeObject(document.text, path, body, styleOf(document.text))),
  );
}

export function removeServer(text: string, kind: ConfigKind, name: string): Edited {
  return withServer(text, kind, name, (document) => {
    let current = document;
    // Several places of one file may have a server of that name: one that is left would take its place.
    for (let path = current.find(name); path; path = current.find(name))
      current = current.with(removeAt(current.text, path));
    return yes(current.text);
  });
}

function withServer(
  text: string,
  kind: ConfigKind,
  name: string,
  edit: (document: ConfigDocument, path: JsonPath) => Edited,
): Edited {
  return withDocument(text, kind, (document) => {
    const path = document.find(name);
    return path ? edit(document, path) : no(l10n.t('This file has no server called "{0}".', name));
  });
}

/** A file with a syntax error is never written: what the error hides would be lost or duplicated. */
function withDocument(text: string, kind: ConfigKind, edit: (document: ConfigDocument) => Edited): Edited {
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const plain = text.slice(mark.length);
  const { root, errors } = parseJsonTree(plain);
  if (errors.length > 0) return no(l10n.t('The file is not valid and was not changed: {0}', errors[0]?.message ?? ''));
  if (root?.kind !== 'object') return no(l10n.t('The file does not contain an object and was not changed.'));
  const twice = duplicateKey(root);
  if (twice !== undefined) return no(l10n.t('"{0}" is defined twice in the file, which was not changed.', twice));
  const edited = edit(new ConfigDocument(plain, root, kind));
  return edited.ok ? yes(mark + edited.text) : edited;
}

export function removeAt(text: string, path: JsonPath): string {
  const parent = nodeAt(parseJsonTree(text).root, path.slice(0, -1));
  const step = path.at(-1);
  const children = parent?.kind === 'object' ? parent.members : parent?.kind === 'array' ? parent.items : [];
  const at = typeof step === 'number' ? step : children.findLastIndex((child) => 'key' in child && child.key === step);
  const child = children[at];
  return child ? removeChild(text, child, at === children.length - 1) : text;
}

/** Changes only what differs, key by key, so that comments inside the entry stay where they are. */
function mergeObject(text: string, path: JsonPath, body: JsonObject, style: TextStyle): string {
  let result = text;
  const current = (): readonly ObjectNode['members'][number][] => {
    const node = nodeAt(parseJsonTree(result).root, path);
    return node?.kind === 'object' ? node.members : [];
  };
  for (const { key } of current()) {
    // `body.constructor` is there in any object
    if ((!Object.hasOwn(body, key) || body[key] === undefined) && !isListName(path, key))
      result = removeAt(result, [...path, key]);
  }
  for (const [key, value] of Object.entries(body)) {
    if (value !== undefined) result = mergeValue(result, [...path, key], value, style);
  }
  return result;
}

function mergeValue(text: string, path: JsonPath, value: JsonValue, style: TextStyle): string {
  const { root } = parseJsonTree(text);
  const old = nodeAt(root, path);
  const parent = nodeAt(root, path.slice(0, -1));
  if (!old) return parent?.kind === 'object' ? insertMember(text, parent, String(path.at(-1)), value, style) : text;
  if (sameJson(toValue(old), value)) return text;
  if (old.kind === 'object' && isRecord(value)) return mergeObject(text, path, value as JsonObject, style);
  if (old.kind === 'array' && Array.isArray(value)) return mergeList(text, path, old, value, style);
  return replaceNode(text, old, value, style);
}

/** Items that are the same at both ends stay; of what is between, each takes the place of one that was there. */
function mergeList(
  text: string,
  path: JsonPath,
  { items }: ArrayNode,
  values: readonly JsonValue[],
  style: TextStyle,
): string {
  const isSame = (old: JsonNode | undefined, value: JsonValue | undefined): boolean =>
    old !== undefined && value !== undefined && sameJson(toValue(old), value);
  const common = Math.min(items.length, values.length);
  let start = 0;
  while (start < common && isSame(items[start], values[start])) start++;
  let end = 0;
  while (end < common - start && isSame(items.at(-1 - end), values.at(-1 - end))) end++;
  let result = text;
  for (let at = items.length - end - 1; at >= values.length - end; at--) result = removeAt(result, [...path, at]);
  for (const [at, value] of values.slice(0, values.length - end).entries()) {
    if (at >= start)
      result =
        at < items.length - end
          ? mergeValue(result, [...path, at], value, style)
          : insertAt(result, [...path, at], value, style);
  }
  return result;
}

function insertAt(text: string, path: JsonPath, value: JsonValue, style: TextStyle): string {
  const list = nodeAt(parseJsonTree(text).root, path.slice(0, -1));
  return list?.kind === 'array' ? insertItem(text, list, value, style, Number(path.at(-1))) : text;
}

/** In the list form the name is a key of the body. */
function isListName(path: JsonPath, key: string): boolean {
  return typeof path.at(-1) === 'number' && (key === 'id' || key === 'name');
}

/** An input that is declared already stays as it is. */
export function addInputs(text: string, kind: ConfigKind, inputs: readonly JsonObject[]): Edited {
  const place = configFormats[kind].inputs;
  if (!place) return no(l10n.t('{0} does not support inputs.', configFormats[kind].label()));
  let result = openPlace(text, place.slice(0, -1), styleOf(text));
  if (result === undefined || !canHaveInputs(result, place))
    return no(l10n.t('"{0}" contains something else, so no input can be added there.', place.join('.')));
  for (const input of inputs) result = addInput(result, place, input);
  return yes(result);
}

function canHaveInputs(text: string, place: JsonPath): boolean {
  const { root } = parseJsonTree(text);
  const list = nodeAt(root, place);
  return nodeAt(root, place.slice(0, -1))?.kind === 'object' && (!list || list.kind === 'array');
}

function addInput(text: string, place: JsonPath, input: JsonObject): string {
  const { root } = parseJsonTree(text);
  const list: JsonNode | undefined = nodeAt(root, place);
  const parent = nodeAt(root, place.slice(0, -1));
  const style = styleOf(text);
  if (list?.kind === 'array') {
    const declared = list.items.some((item) => listedName(item) === input['id']);
    return declared ? text : insertItem(text, list, input, style);
  }
  return parent?.kind === 'object' && !list ? insertMember(text, parent, String(place.at(-1)), [input], style) : text;
}

function yes(text: string): Edited {
  return { ok: true, text };
}

function no(message: string): Edited {
  return { ok: false, message };
}
