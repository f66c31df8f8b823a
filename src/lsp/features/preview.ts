import type { JsonNode } from '../../core/config/text/jsonTree.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import { pathVariable } from '../../core/config/variables/pathVariables.ts';
import { type Reference, findReferences } from '../../core/config/model/references.ts';
import { revealOnOneLine } from '../../base/text/hiddenCharacters.ts';
import { redactText } from '../../core/trust/redaction/redact.ts';
import { isSecretField } from '../../core/trust/redaction/redactFields.ts';
import { holdsSecret } from '../../core/trust/approval/risks.ts';
import { environmentName } from '../document/clients.ts';
import type { Environment } from '../environment/environment.ts';

export const hidden = '•••••';

/** A preview of a variable's value. The user is not asked for inputs, and no secret is shown. */
type PreviewedValue =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'unset' }
  | { readonly kind: 'unknown' };

/** `secret`: the surrounding field is secret, whatever the variable's name. */
export function previewVariable(
  reference: Reference,
  { source }: ServerEntry,
  around: Environment,
  secret: boolean,
): PreviewedValue {
  const path = pathVariable(reference, source, around);
  if (path) return path.ok ? { kind: 'value', text: path.value } : { kind: 'unset' };
  const variable = environmentName(reference);
  if (!variable || !around.trusted) return { kind: 'unknown' };
  const value = around.env[variable.name];
  if (value === undefined) return variable.hasDefault ? { kind: 'unknown' } : { kind: 'unset' };
  const hide = secret || isSecretField(variable.name) || redactText(value) !== value;
  return hide ? { kind: 'hidden' } : { kind: 'value', text: value };
}

/** A text with its variables filled in, as far as they are known and no secret. */
export function previewText(text: string, entry: ServerEntry, around: Environment, secret: boolean): string {
  const filled = fill(text, (reference) => {
    const found = previewVariable(reference, entry, around, secret);
    return found.kind === 'value' ? found.text : found.kind === 'hidden' ? hidden : reference.text;
  });
  return revealOnOneLine(redactText(filled));
}

function fill(text: string, valueOf: (reference: Reference) => string): string {
  let result = '';
  let from = 0;
  for (const reference of findReferences(text)) {
    result += text.slice(from, reference.offset) + valueOf(reference);
    from = reference.offset + reference.text.length;
  }
  return result + text.slice(from);
}

/** Looks like a key and is none. */
const sample = 'a1B2c3D4e5F6g7H8';

/** By its field (a name, or the argument before it), by its own beginning (`--token=`), or by what the redactor says. */
function fillsSecret(text: string, field = ''): boolean {
  const own = /^-*(\w[\w.-]*)[=:]/.exec(text)?.[1] ?? '';
  if (isSecretField(own) || isSecretField(field.replace(/^-+/, ''))) return true;
  const filled = fill(text, () => sample);
  return redactText(filled) !== filled;
}

interface VariableText {
  readonly node: JsonNode;
  readonly text: string;
  readonly secret: boolean;
}

/** Every text with a variable below a node, which is the value of `field`. */
export function variableTexts(node: JsonNode, field?: string): readonly VariableText[] {
  if (node.kind === 'object') return node.members.flatMap(({ key, value }) => (value ? variableTexts(value, key) : []));
  if (node.kind === 'array') return node.items.flatMap((item, at) => variableTexts(item, wordOf(node.items[at - 1])));
  if (node.kind !== 'string' || !String(node.value).includes('${')) return [];
  const text = String(node.value);
  return [{ node, text, secret: fillsSecret(text, field) }];
}

function wordOf(node: JsonNode | undefined): string | undefined {
  return node?.kind === 'string' ? String(node.value) : undefined;
}

/** The command line that would run. */
export function previewCommand(entry: ServerEntry, around: Environment): string {
  const { launch } = entry;
  const show = (text: string, field?: string) => previewText(text, entry, around, fillsSecret(text, field));
  if (launch.kind !== 'stdio') return show(launch.url);
  const args = launch.args.map((arg, at) => {
    const before = launch.args[at - 1];
    return holdsSecret(arg, before) ? hidden : show(arg, before);
  });
  return [show(launch.command), ...args].map(quoted).join(' ');
}

/** `NAME=value`, with every value hidden that belongs to a secret. */
export function previewPairs(
  values: Readonly<Record<string, string | null>>,
  entry: ServerEntry,
  around: Environment,
): readonly string[] {
  return Object.entries(values).map(([name, value]) => {
    if (value === null) return `${name} (removed)`;
    if (isSecretField(name) && !/^\$\{[^}]*\}$/.test(value)) return `${name}=${hidden}`;
    return `${name}=${previewText(value, entry, around, fillsSecret(value, name))}`;
  });
}

function quoted(word: string): string {
  return /^[\w@%+=:,./${}•~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
