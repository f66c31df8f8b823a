import { LineIndex } from '../config/text/lineMap.ts';
import { type RegistrationForm, type SourceLanguage, languageOf } from './forms/languages.ts';

export type DefinitionKind = 'tool' | 'prompt' | 'resource';

/** The place in a server's source where a tool, prompt or resource is registered. */
export interface Registration {
  readonly kind: DefinitionKind;
  /** As the server lists it; a resource's URI. */
  readonly name: string;
  /** From 0. */
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  readonly length: number;
}

/** Sources that are larger are generated. */
const maxLength = 512 * 1024;

/** By patterns, in the forms of the official SDKs; what is found counts only where a running server lists the name. */
export function registrationsIn(file: string, text: string): readonly Registration[] {
  const language = languageOf(file);
  if (!language || text.length > maxLength || !language.imports.test(text)) return [];
  const lines = new LineIndex(text);
  const found = language.forms.flatMap((form) => Array.from(matches(text, form, language, lines)));
  return found.toSorted((a, b) => a.offset - b.offset);
}

function* matches(
  text: string,
  form: RegistrationForm,
  language: SourceLanguage,
  lines: LineIndex,
): Generator<Registration> {
  if (form.onlyWith && !form.onlyWith.test(text)) return;
  for (const match of text.matchAll(form.pattern)) {
    const name = nameIn(match.groups ?? {}, form, text);
    const kind = form.kind ?? kindOf(match.groups?.['kind'] ?? '');
    if (name === undefined || !kind) continue;
    const offset = match.index + /^\s*/.exec(match[0])![0].length;
    const { line, column } = lines.at(offset);
    if (language.comment.test(text.slice(offset - column, offset))) continue;
    yield { kind, name, line, column, offset, length: match.index + match[0].length - offset };
  }
}

function nameIn(groups: Readonly<Record<string, string>>, form: RegistrationForm, text: string): string | undefined {
  const { literal, constant, attributes, fallback } = groups as Partial<Record<string, string>>;
  if (literal !== undefined) return literal;
  if (constant !== undefined) return valueOf(constant, text);
  const given = attributes === undefined ? undefined : form.nameInAttributes?.exec(attributes)?.groups?.['name'];
  return given ?? (fallback === undefined ? undefined : (form.spelling?.(fallback) ?? fallback));
}

/** A constant of the same file, in any of the languages: `const NAME = 'x'`, `NAME = "x"`, `NAME: &str = "x"`. */
function valueOf(constant: string, text: string): string | undefined {
  const [, value] =
    new RegExp(`\\b${constant.replaceAll('.', '\\.')}\\b[^=\\n'"\`]{0,40}=\\s*['"\`]([^'"\`\\n]+)['"\`]`).exec(text) ??
    [];
  return value;
}

function kindOf(word: string): DefinitionKind | undefined {
  const lower = word.toLowerCase();
  return (['tool', 'prompt', 'resource'] as const).find((kind) => lower.includes(kind));
}
