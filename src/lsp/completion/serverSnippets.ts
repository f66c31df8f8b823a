import type { TextEdit } from 'vscode-languageserver-protocol';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { configFormats } from '../../core/config/model/formats.ts';
import { addInputs } from '../../core/config/edit/edit.ts';
import { clientBody } from '../../core/config/sources/exportConfig.ts';
import { freeName } from '../../core/config/edit/newServer.ts';
import { parseConfig } from '../../core/config/parse/parseConfig.ts';
import { formatValue, styleOf } from '../../core/config/text/textEdit.ts';
import { clientOf } from '../document/clients.ts';
import type { ConfigText } from '../document/configText.ts';
import { differenceOf } from '../document/finding.ts';
import { toTextEdits } from '../document/toLsp.ts';
import type { Cursor } from './cursor.ts';
import { CompletionItemKind } from '../document/protocolValues.ts';
import { type Proposal, escapeSnippet } from './item.ts';
import { type KnownServer, knownServers } from '../../core/config/sources/knownServers.ts';

/** Whole servers, in the form of this file's client, with what has to be filled in. */
export function serverSnippets(document: ConfigText, cursor: Cursor, snippets: boolean): readonly Proposal[] {
  const taken = document.config.servers.map(({ name }) => name);
  return knownServers.map((known) => {
    const name = freeName(known.name, taken);
    const { body, inputs } = inFormOf(known, document);
    const text = `${JSON.stringify(name)}: ${written(body, document, cursor, snippets)}`;
    const more = inputs.length > 0 && !cursor.hasColon ? inputEdits(inputs, document, cursor) : undefined;
    return {
      label: known.name,
      kind: CompletionItemKind.Snippet,
      insert: cursor.hasColon ? JSON.stringify(name) : text,
      isSnippet: snippets && !cursor.hasColon,
      detail: known.about(),
      about: `\`\`\`json\n${unmark(JSON.stringify(body, undefined, 2))}\n\`\`\``,
      rank: 3,
      ...(more && { more }),
    };
  });
}

interface Written {
  readonly body: JsonObject;
  readonly inputs: readonly JsonObject[];
}

/** The list is kept in VS Code's form: every other client's follows from it. */
function inFormOf(known: KnownServer, { kind }: ConfigText): Written {
  const declared = (known.inputs ?? []).map(({ id, about }) => ({
    type: 'promptString',
    id,
    description: about(),
    password: true,
  }));
  const client = clientOf[kind];
  if (client === 'vscode') return { body: known.body, inputs: configFormats[kind].inputs ? declared : [] };
  const file = JSON.stringify({ servers: { [known.name]: known.body }, inputs: declared });
  const [entry] = parseConfig(file, 'vscode', 'known').servers;
  return { body: entry ? clientBody(entry, client) : known.body, inputs: [] };
}

function written(body: JsonObject, document: ConfigText, cursor: Cursor, snippets: boolean): string {
  const lineStart = document.text.lastIndexOf('\n', cursor.token.offset - 1) + 1;
  const base = snippets ? '' : (/^[ \t]*/.exec(document.text.slice(lineStart))?.[0] ?? ''); // an editor indents a snippet itself
  const text = formatValue(body as JsonValue, styleOf(document.text), base);
  return snippets ? asSnippet(text) : unmark(text);
}

const mark = /\{\{(.*?)\}\}(?!\})/g;

function asSnippet(text: string): string {
  let stop = 0;
  let from = 0;
  let result = '';
  for (const match of text.matchAll(mark)) {
    result += escapeSnippet(text.slice(from, match.index)) + `\${${++stop}:${escapeSnippet(match[1] ?? '')}}`;
    from = match.index + match[0].length;
  }
  return result + escapeSnippet(text.slice(from));
}

function unmark(text: string): string {
  return text.replaceAll(mark, '$1');
}

/**
 * The declarations go in with the server. The text is half typed at this moment, so the place is found in a text in
 * which the word at the cursor is a whole entry; what changes lies before or behind it, and is moved accordingly.
 */
function inputEdits(
  inputs: readonly JsonObject[],
  document: ConfigText,
  { token, needsComma }: Cursor,
): readonly TextEdit[] | undefined {
  const filler = needsComma ? '"_": {},' : '"_": {}';
  const whole = document.text.slice(0, token.offset) + filler + document.text.slice(token.offset + token.length);
  if (parseConfig(whole, document.kind, document.file).broken) return undefined;
  const edited = addInputs(whole, document.kind, inputs);
  if (!edited.ok || edited.text === whole) return undefined;
  const change = differenceOf(whole, edited.text);
  const isBehind = change.offset >= token.offset + filler.length;
  const moved = isBehind ? { ...change, offset: change.offset - filler.length + token.length } : change;
  return toTextEdits([moved], document);
}

/** Packages of the list, for the arguments of a runner. */
export function knownPackages(program: string): readonly { readonly name: string; readonly about: string }[] {
  return knownServers.flatMap(({ body, about }) => {
    const args = Array.isArray(body['args']) ? body['args'].map(String) : [];
    if (body['command'] !== program) return [];
    const name =
      program === 'docker' ? args.findLast((arg) => arg.includes('/')) : args.find((arg) => !arg.startsWith('-'));
    return name === undefined ? [] : [{ name, about: about() }];
  });
}

export function knownAddresses(): readonly { readonly name: string; readonly about: string }[] {
  return knownServers.flatMap(({ body, about }) =>
    typeof body['url'] === 'string' ? [{ name: body['url'], about: about() }] : [],
  );
}

/** The known server for a package, in any version. */
export function knownOf(args: readonly string[], url?: string): KnownServer | undefined {
  const bare = (word: string): string => word.replace(/(?<=.)@[^/@]*$/, '').replace(/:[\w.-]+$/, '');
  return knownServers.find(({ body }) => {
    if (url !== undefined) return body['url'] === url;
    const own = Array.isArray(body['args']) ? body['args'].map(String) : [];
    return own.some(
      (word) => /[/@]|mcp/.test(word) && !word.startsWith('{{') && args.some((arg) => bare(arg) === bare(word)),
    );
  });
}
