import { l10n } from '../../../base/l10n.ts';
import { skeleton } from '../../config/text/confusables.ts';
import {
  type HiddenCharacter,
  hasHidden,
  hiddenCharacters,
  replaceHidden,
  revealHidden,
} from '../../../base/text/hiddenCharacters.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import type { Finding, FindingCode, FindingSeverity, Unplaced } from './finding.ts';
import { type Mentions, crossMentions } from './mentions.ts';
import { isPlain, readings } from './normalForm.ts';
import { anyForeignTrigger, anyLatinTrigger } from './foreignRules.ts';
import { anyTrigger, keyRules, scanRules } from './scanRules.ts';
import { walkTexts } from './walkTexts.ts';

interface ScanSubject {
  readonly tools: readonly ToolDefinition[];
  readonly instructions?: string;
  /** Names of other servers' tools; see `mentionsOf`. */
  readonly others?: Mentions;
}

/** Looks for hidden characters and injected instructions in texts that models read. Reports, and never drops anything. */
export function scanServer({ tools, instructions, others }: ScanSubject): readonly Finding[] {
  const own = new Set(tools.map(({ name }) => name));
  const found = tools.flatMap((tool) => scanTool(tool, others, own));
  if (instructions !== undefined) {
    for (const finding of scanText(instructions, others, own)) found.push({ ...finding, path: '/instructions' });
  }
  return found;
}

export function scanTool(
  tool: ToolDefinition,
  others?: Mentions,
  own: ReadonlySet<string> = new Set([tool.name]),
): readonly Finding[] {
  const { name } = tool;
  const found: Finding[] = [...nameFindings(name)];
  const place = (findings: readonly Unplaced[], pointer: () => string): void => {
    for (const finding of findings) found.push({ ...finding, tool: name, path: pointer() });
  };
  walkTexts(
    tool,
    (text, pointer) => place(scanText(text, others, own), pointer),
    (key, pointer) => {
      if (!cleanKeys.has(key)) place(scanKey(key), pointer);
    },
  );
  return found;
}

/** The same keys come up thousands of times. */
const cleanKeys = new Set<string>();
const maxCleanKeys = 10_000;

/** A model reads names too: as they are, and as the words that they are made of. */
function scanKey(key: string): readonly Unplaced[] {
  const words = key.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').replaceAll(/[_.-]+/g, ' ');
  const whole = scanText(key);
  const findings = whole.length > 0 || words === key ? whole : scanText(words, undefined, undefined, keyRules);
  if (findings.length === 0 && cleanKeys.size < maxCleanKeys) cleanKeys.add(key);
  return findings;
}

/** Anything but printable ASCII, tabs and line breaks: only then can something be hidden. */
const notPlain = /[^\x20-\x7e\t\n\r]/;
const none: readonly never[] = [];

function scanText(
  text: string,
  others?: Mentions,
  own: ReadonlySet<string> = new Set(),
  rules = scanRules,
): readonly Unplaced[] {
  const ascii = !notPlain.test(text);
  if (ascii && text.length < 12) return none;
  const characters = ascii ? none : hiddenCharacters(text);
  const hidden = hiddenFinding(text, characters);
  // A model also reads instructions that are split by invisible characters.
  const found = ruleFindings(hidden ? replaceHidden(text, tagLetter, characters) : text, rules);
  const mentions = others ? crossMentions(text, others, own) : none;
  if (!hidden && found.length === 0) return mentions;
  return [...(hidden ? [hidden] : none), ...found, ...mentions];
}

/** In each of the ways in which the text can be read; most texts have one, and pass the first filter. */
function ruleFindings(text: string, rules: typeof scanRules): readonly Unplaced[] {
  const all = isPlain(text) ? [text.toLowerCase()] : readings(text);
  const seen = new Set<FindingCode>();
  return all.filter(isSuspicious).flatMap((plain) => matching(plain, rules, seen));
}

function isSuspicious(plain: string): boolean {
  return (
    anyTrigger.test(plain) || anyLatinTrigger.test(plain) || (notPlain.test(plain) && anyForeignTrigger.test(plain))
  );
}

function matching(plain: string, rules: typeof scanRules, seen: Set<FindingCode>): readonly Unplaced[] {
  return rules.flatMap(({ code, severity, pattern, message }) => {
    const match = seen.has(code) ? null : pattern.exec(plain);
    if (!match) return [];
    seen.add(code);
    return [{ code, severity, message: message(), excerpt: excerptAt(plain, match.index, match[0].length) }];
  });
}

function hiddenFinding(text: string, characters: readonly HiddenCharacter[]): Unplaced | undefined {
  const [first] = characters;
  if (!first) return undefined;
  const excerpt = excerptAt(text, first.index, 1);
  const spelled = tagText(characters);
  if (spelled !== '') {
    return {
      code: 'hidden-text',
      severity: 'high',
      message: l10n.t('It contains invisible text: "{0}"', spelled),
      excerpt,
    };
  }
  const message =
    characters.length === 1
      ? l10n.t('It contains an invisible character.')
      : l10n.t('It contains {0} invisible characters.', characters.length);
  return { code: 'hidden-characters', severity: hiddenSeverity(characters), message, excerpt };
}

/** A single zero-width space is mostly a copy-and-paste accident; bidirectional marks, terminal codes or many of them are not. */
function hiddenSeverity(characters: readonly HiddenCharacter[]): FindingSeverity {
  if (characters.some(({ kind }) => kind === 'bidi' || kind === 'tag' || kind === 'control')) return 'high';
  if (characters.length >= 8) return 'high';
  return characters.every(({ kind }) => kind === 'separator') ? 'low' : 'medium';
}

/** The tag block mirrors ASCII, and some models read it as that. */
function tagText(characters: readonly HiddenCharacter[]): string {
  return characters.map(tagLetter).join('');
}

function tagLetter({ code }: HiddenCharacter): string {
  return code >= 0xe0020 && code <= 0xe007e ? String.fromCharCode(code - 0xe0000) : '';
}

function nameFindings(name: string): readonly Finding[] {
  if (/^[\w./-]+$/.test(name) || hasHidden(name)) return none;
  const lookalike = skeleton(name) !== name && /^[\w./-]+$/.test(skeleton(name));
  const message = lookalike
    ? l10n.t('Its name imitates "{0}" with letters of another script.', skeleton(name))
    : l10n.t('Its name contains unusual characters.');
  const severity = lookalike ? 'high' : 'low';
  return [{ code: 'odd-name', severity, tool: name, path: '/name', message, excerpt: revealHidden(name) }];
}

const lead = 40;
const maxExcerpt = 320;

function excerptAt(text: string, index: number, length: number): string {
  const from = Math.max(0, index - lead);
  const to = Math.min(text.length, from + Math.min(maxExcerpt, Math.max(length + 2 * lead, 160)));
  return (from > 0 ? '…' : '') + revealHidden(text.slice(from, to)) + (to < text.length ? '…' : '');
}
