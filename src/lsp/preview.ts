import type { ServerEntry } from '../core/config/model.ts';
import { pathVariable } from '../core/config/pathVariables.ts';
import { type Reference, findReferences } from '../core/config/references.ts';
import { revealOnOneLine } from '../core/config/hidden.ts';
import { redactText } from '../core/trust/redact.ts';
import { isSecretField } from '../core/trust/redactFields.ts';
import { holdsSecret } from '../core/trust/risks.ts';
import { environmentName } from './clients.ts';
import type { Surroundings } from './surroundings.ts';

export const hidden = '•••••';

/** What a variable would become, for a person to look at. Nothing is asked, and no secret is shown. */
export type PreviewedValue =
  | { readonly kind: 'value'; readonly text: string }
  | { readonly kind: 'hidden' }
  | { readonly kind: 'unset' }
  | { readonly kind: 'unknown' };

export function previewVariable(reference: Reference, { source }: ServerEntry, around: Surroundings): PreviewedValue {
  const path = pathVariable(reference, source, around);
  if (path) return path.ok ? { kind: 'value', text: path.value } : { kind: 'unset' };
  const variable = environmentName(reference);
  if (!variable || !around.trusted) return { kind: 'unknown' };
  const value = around.env[variable.name];
  if (value === undefined) return variable.hasDefault ? { kind: 'unknown' } : { kind: 'unset' };
  const secret = isSecretField(variable.name) || redactText(value) !== value;
  return secret ? { kind: 'hidden' } : { kind: 'value', text: value };
}

/** A text with its variables filled in, as far as they are known and no secret. */
export function previewText(text: string, entry: ServerEntry, around: Surroundings): string {
  let result = '';
  let from = 0;
  for (const reference of findReferences(text)) {
    const found = previewVariable(reference, entry, around);
    const shown = found.kind === 'value' ? found.text : found.kind === 'hidden' ? hidden : reference.text;
    result += text.slice(from, reference.offset) + shown;
    from = reference.offset + reference.text.length;
  }
  return revealOnOneLine(redactText(result + text.slice(from)));
}

/** The command line that would run. */
export function previewCommand(entry: ServerEntry, around: Surroundings): string {
  const { launch } = entry;
  if (launch.kind !== 'stdio') return previewText(launch.url, entry, around);
  const args = launch.args.map((arg, at) =>
    holdsSecret(arg, launch.args[at - 1]) ? hidden : previewText(arg, entry, around),
  );
  return [previewText(launch.command, entry, around), ...args].map(quoted).join(' ');
}

/** `NAME=value`, with every value hidden that belongs to a secret. */
export function previewPairs(
  values: Readonly<Record<string, string | null>>,
  entry: ServerEntry,
  around: Surroundings,
): readonly string[] {
  return Object.entries(values).map(([name, value]) => {
    if (value === null) return `${name} (removed)`;
    const shown = isSecretField(name) && !/^\$\{[^}]*\}$/.test(value) ? hidden : previewText(value, entry, around);
    return `${name}=${shown}`;
  });
}

function quoted(word: string): string {
  return /^[\w@%+=:,./${}•~-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
