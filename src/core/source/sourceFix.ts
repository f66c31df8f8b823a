import { l10n } from '../../base/l10n.ts';
import type { Registration } from './registration.ts';

/** A change of the source that answers a finding of lint; the text is a snippet, with places to fill in. */
export interface SourceFix {
  readonly part: 'description' | 'title' | 'annotations' | 'name';
  readonly offset: number;
  readonly length: number;
  readonly snippet: string;
}

const parts: Readonly<Record<string, SourceFix['part']>> = {
  'desc-missing': 'description',
  'title-missing': 'title',
  'hints-missing': 'annotations',
  'name-chars': 'name',
  'name-start': 'name',
  'name-dot': 'name',
};

/** `undefined` where the rule has no fix, or the form of the source is not understood. */
export function fixOf(rule: string, file: string, text: string, registration: Registration): SourceFix | undefined {
  const part = Object.hasOwn(parts, rule) ? parts[rule] : undefined;
  if (part === undefined || registration.kind !== 'tool') return undefined;
  if (part === 'name') return renamed(text, registration);
  if (/\.[cm]?[jt]sx?$/.test(file)) return inScript(part, text, registration);
  return file.endsWith('.py') ? inPython(part, text, registration) : undefined;
}

function renamed(text: string, { name, offset, length }: Registration): SourceFix | undefined {
  const valid = name.replaceAll(/[^A-Za-z0-9_-]+/g, '_').replaceAll(/^[^A-Za-z]+|_+$/g, '');
  const within = text.slice(offset, offset + length);
  const at = within.search(/["'`]/) < 0 ? -1 : within.lastIndexOf(name);
  return at < 0 || valid === '' || valid === name
    ? undefined
    : { part: 'name', offset: offset + at, length: name.length, snippet: valid };
}

const purpose = (): string => `\${1:${l10n.t('What it does, and when to use it.')}}`;

const scriptSnippets: Readonly<Record<Exclude<SourceFix['part'], 'name'>, () => string>> = {
  description: () => `description: '${purpose()}',`,
  title: () => "title: '${1:Title}',",
  annotations: () => 'annotations: { readOnlyHint: ${1|true,false|} },',
};

/** `registerTool('name', {`: its second argument is an object that the part is added to. */
function inScript(
  part: Exclude<SourceFix['part'], 'name'>,
  text: string,
  { offset, length }: Registration,
): SourceFix | undefined {
  if (!/^\.registerTool\b/.test(text.slice(offset, offset + length))) return undefined;
  const [opening] = /^\s*,?\s*\{/.exec(text.slice(offset + length)) ?? [];
  if (opening === undefined) return undefined;
  const at = offset + length + opening.length;
  const [space = ''] = /^\s*/.exec(text.slice(at)) ?? []; // the part gets a line of its own where the others have one
  return { part, offset: at, length: 0, snippet: (space === '' ? ' ' : escaped(space)) + scriptSnippets[part]() };
}

const pythonArguments = {
  title: 'title="${1:Title}"',
  annotations: 'annotations={"readOnlyHint": ${1|True,False|}}',
} as const;

/** A decorated function: its docstring is the description, the rest are arguments of the decorator. */
function inPython(
  part: Exclude<SourceFix['part'], 'name'>,
  text: string,
  { offset, length }: Registration,
): SourceFix | undefined {
  if (part !== 'description') return inDecorator(part, text, offset);
  const [header] = /^[^:]*(?:\([^)]*\))?[^:\n]*(?:->[^:\n]*)?:[ \t]*\n([ \t]+)/.exec(text.slice(offset + length)) ?? [];
  const [indent] = /[ \t]+$/.exec(header ?? '') ?? [];
  if (header === undefined || indent === undefined) return undefined;
  const at = offset + length + header.length;
  return { part, offset: at, length: 0, snippet: `"""${purpose()}"""\n${escaped(indent)}` };
}

function inDecorator(part: 'title' | 'annotations', text: string, offset: number): SourceFix | undefined {
  const [decorator, called] = /^@\w+\.tool\b([ \t]*\()?/.exec(text.slice(offset)) ?? [];
  if (decorator === undefined) return undefined;
  const at = offset + decorator.length;
  const isEmpty = /^\s*\)/.test(text.slice(at));
  const argument = pythonArguments[part];
  return {
    part,
    offset: at,
    length: 0,
    snippet: called === undefined ? `(${argument})` : isEmpty ? argument : `${argument}, `,
  };
}

/** For a snippet. */
function escaped(text: string): string {
  return text.replaceAll(/[\\$}]/g, String.raw`\$&`);
}
