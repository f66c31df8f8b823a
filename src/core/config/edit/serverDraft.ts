import { l10n } from '../../../base/l10n.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { NewServer } from './edit.ts';
import { unsafeKeys } from '../parse/fields.ts';
import { hasHidden } from '../../../base/text/hiddenCharacters.ts';
import { type ConfiguredTransport, type RemoteTransport, hasSchemeOf } from '../model/transports.ts';
import { splitCommandLine, suggestName } from './newServer.ts';

/** An environment variable or a header, and where its value comes from. A secret never is in the file. */
export type DraftValue = { readonly name: string } & (
  | { readonly from: 'text'; readonly text: string }
  | { readonly from: 'environment'; readonly variable: string }
  | { readonly from: 'input'; readonly secret: boolean }
);

/** A server while a user fills in a form. */
export interface ServerDraft {
  readonly transport: ConfiguredTransport;
  readonly command: string;
  readonly args: readonly string[];
  readonly url: string;
  readonly values: readonly DraftValue[];
  readonly name: string;
}

export const emptyDraft: ServerDraft = { transport: 'stdio', command: '', args: [], url: '', values: [], name: '' };

/** What is wrong with an input; the caller writes the sentence. */
export type DraftProblem = 'empty' | 'hidden' | 'unsafe' | 'taken' | 'bad-name' | 'bad-address' | 'bad-scheme';

export function commandProblem(text: string): DraftProblem | undefined {
  if (text.trim() === '') return 'empty';
  return hasHidden(text) ? 'hidden' : undefined;
}

export function addressProblem(text: string, transport: RemoteTransport): DraftProblem | undefined {
  const url = text.trim();
  if (url === '') return 'empty';
  if (hasHidden(url)) return 'hidden';
  if (url.includes('${')) return undefined; // its value is known only after trust
  if (!URL.canParse(url)) return 'bad-address';
  return hasSchemeOf(url, transport) ? undefined : 'bad-scheme';
}

export function nameProblem(text: string, taken: ReadonlySet<string>): DraftProblem | undefined {
  const name = text.trim();
  if (name === '') return 'empty';
  if (hasHidden(name)) return 'hidden';
  if (unsafeKeys.has(name)) return 'unsafe';
  return taken.has(name) ? 'taken' : undefined;
}

/** Headers are tokens of HTTP, and their case does not matter; a variable must not hold `=`. */
export function valueNameProblem(text: string, draft: ServerDraft): DraftProblem | undefined {
  const name = text.trim();
  if (name === '') return 'empty';
  const isHeader = draft.transport !== 'stdio';
  if (!(isHeader ? /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/ : /^[A-Za-z_][\w.()-]*$/).test(name)) return 'bad-name';
  if (unsafeKeys.has(name)) return 'unsafe';
  const same = (other: string): boolean => (isHeader ? other.toLowerCase() === name.toLowerCase() : other === name);
  return draft.values.some((value) => same(value.name)) ? 'taken' : undefined;
}

/** `npx -y thing` typed as the program is a program and its arguments; a path may hold blanks. */
export function splitProgram(text: string): { readonly command: string; readonly args: readonly string[] } {
  const line = text.trim();
  if (!/^[\w.@-]+\s+\S/.test(line)) return { command: line, args: [] };
  const [command = line, ...args] = splitCommandLine(line);
  return { command, args };
}

/** As a user would type them: what holds blanks or quotes is quoted. */
export function joinArguments(args: readonly string[]): string {
  return args.map((arg) => (/^[^\s"'\\]+$/.test(arg) ? arg : `"${arg.replaceAll(/["\\]/g, '\\$&')}"`)).join(' ');
}

export function draftName({ transport, command, args, url }: ServerDraft): string {
  if (transport !== 'stdio')
    return suggestName(URL.canParse(url) ? (new URL(url).hostname.split('.').at(-2) ?? url) : url);
  const telling = args.find((arg) => !arg.startsWith('-') && /[a-z]/i.test(arg));
  return suggestName(/^(?:npx|bunx|uvx|node|python3?|deno|docker|uv)$/.test(command) && telling ? telling : command);
}

/** The entry and the inputs that it asks for, as they are written. */
export function draftServer(draft: ServerDraft): NewServer {
  const inputs = draft.values.filter(({ from }) => from === 'input').map((value) => inputFor(draft, value));
  const values = Object.fromEntries(draft.values.map((value) => [value.name.trim(), writtenValue(draft, value)]));
  const some = Object.keys(values).length > 0;
  const body: JsonObject =
    draft.transport === 'stdio'
      ? { type: 'stdio', command: draft.command, args: [...draft.args], ...(some && { env: values }) }
      : { type: draft.transport, url: draft.url.trim(), ...(some && { headers: values }) };
  return { name: draft.name.trim(), body, ...(inputs.length > 0 && { inputs }) };
}

function writtenValue(draft: ServerDraft, value: DraftValue): string {
  switch (value.from) {
    case 'text':
      return value.text;
    case 'environment':
      return `${scheme(value)}\${env:${value.variable}}`;
    case 'input':
      return `${scheme(value)}\${input:${inputId(draft, value)}}`;
    default:
      return value satisfies never;
  }
}

/** A bare token is not a valid Authorization header. */
function scheme({ name }: DraftValue): string {
  return name.toLowerCase() === 'authorization' ? 'Bearer ' : '';
}

function inputId({ name }: ServerDraft, value: DraftValue): string {
  return `${name}-${value.name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

function inputFor(draft: ServerDraft, value: DraftValue): JsonObject {
  const description = l10n.t('{0} for {1}', value.name, draft.name);
  const secret = value.from === 'input' && value.secret;
  return { id: inputId(draft, value), type: 'promptString', description, ...(secret && { password: true }) };
}
