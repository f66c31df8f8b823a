import type { LaunchSpec } from '../model/launch.ts';
import { type Reference, findReferences } from '../model/references.ts';

/** The texts of a launch as a start has resolved them. */
export interface LaunchTexts {
  readonly command?: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string | null>>;
  readonly cwd?: string;
  readonly url?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

type TextPair = readonly [written: string, resolved: string | undefined];

/**
 * What the variables of a launch stood for at its last start, by how they are written. Nothing is looked up for this:
 * what is not a path is read off the texts that the start has resolved.
 */
export function variableValues(
  written: LaunchSpec,
  resolved: LaunchTexts,
  known: (reference: Reference) => string | undefined,
): ReadonlyMap<string, string> {
  const pairs = textPairs(written, resolved).filter(([text]) => text.includes('${'));
  const values = new Map<string, string>();
  for (const reference of pairs.flatMap(([text]) => findReferences(text))) {
    const value = known(reference);
    if (value !== undefined) values.set(reference.text, value);
  }
  // Twice: a text with two unknown ones is solved by what others have told.
  for (const [text, value] of [...pairs, ...pairs]) if (value !== undefined) solve(text, value, values);
  return values;
}

function textPairs(written: LaunchSpec, resolved: LaunchTexts): readonly TextPair[] {
  const { args = [], env = {}, headers = {} } = resolved;
  if (written.kind !== 'stdio')
    return [
      [written.url, resolved.url],
      ...Object.entries(written.headers).map(([name, text]) => pair(text, headers[name])),
    ];
  return [
    [written.command, resolved.command],
    [written.cwd ?? '', resolved.cwd],
    [written.envFile ?? '', undefined],
    ...written.args.map((text, at) => pair(text, args[at])),
    ...Object.entries(written.env).map(([name, text]) => pair(text, env[name])),
  ];
}

function pair(written: string | null, resolved: string | null | undefined): TextPair {
  return [written ?? '', resolved ?? undefined];
}

/** Where all but one variable of a text are known, what is left is the value of that one. */
function solve(text: string, value: string, values: Map<string, string>): void {
  const [unknown, ...others] = findReferences(text).filter((reference) => !values.has(reference.text));
  if (!unknown || others.length > 0) return;
  const before = expandKnown(text.slice(0, unknown.offset), values) ?? '';
  const after = expandKnown(text.slice(unknown.offset + unknown.text.length), values) ?? '';
  if (value.length >= before.length + after.length && value.startsWith(before) && value.endsWith(after))
    values.set(unknown.text, value.slice(before.length, value.length - after.length));
}

/** `undefined` where a variable of the text is not known. */
export function expandKnown(text: string, values: ReadonlyMap<string, string>): string | undefined {
  let expanded = '';
  let from = 0;
  for (const { text: variable, offset } of findReferences(text)) {
    const value = values.get(variable);
    if (value === undefined) return undefined;
    expanded += text.slice(from, offset) + value;
    from = offset + variable.length;
  }
  return expanded + text.slice(from);
}
