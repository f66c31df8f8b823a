import { lazy } from '../lazy.ts';

type HiddenKind = 'control' | 'zero-width' | 'bidi' | 'tag' | 'variation' | 'separator';

export interface HiddenCharacter {
  readonly index: number;
  readonly code: number;
  readonly kind: HiddenKind;
}

/** Every character that a screen does not show or that moves what it shows; tab and line breaks are layout, not hiding. */
const ranges: readonly (readonly [from: number, to: number, kind: HiddenKind])[] = [
  [0x00, 0x08, 'control'],
  [0x0b, 0x0c, 'control'],
  [0x0d, 0x1f, 'control'],
  [0x7f, 0x9f, 'control'],
  [0xad, 0xad, 'zero-width'],
  [0x34f, 0x34f, 'zero-width'],
  [0x61c, 0x61c, 'bidi'],
  [0x115f, 0x1160, 'zero-width'],
  [0x17b4, 0x17b5, 'zero-width'],
  [0x180b, 0x180f, 'variation'],
  [0x200b, 0x200d, 'zero-width'],
  [0x200e, 0x200f, 'bidi'],
  [0x2028, 0x2029, 'separator'],
  [0x202a, 0x202e, 'bidi'],
  [0x2060, 0x2065, 'zero-width'],
  [0x2066, 0x2069, 'bidi'],
  [0x206a, 0x206f, 'zero-width'],
  [0x3164, 0x3164, 'zero-width'],
  [0xfe00, 0xfe0f, 'variation'],
  [0xfeff, 0xfeff, 'zero-width'],
  [0xffa0, 0xffa0, 'zero-width'],
  [0xfff0, 0xfffb, 'zero-width'],
  [0x1bca0, 0x1bca3, 'zero-width'],
  [0x1d173, 0x1d17a, 'zero-width'],
  [0xe0000, 0xe00ff, 'tag'],
  [0xe0100, 0xe01ef, 'variation'],
  [0xe01f0, 0xe0fff, 'tag'],
];
const escape = (code: number): string => `\\u{${code.toString(16)}}`;
/** Most texts, also in Chinese, and quicker to tell than what hides. */
const printable = /^[\t\n\u0020-\u007e\u3001\u3002\u4e00-\u9fff\uff01-\uff5e]*$/;
// An expression with classes of Unicode takes up to a millisecond to make.
const suspects = lazy(
  () => new RegExp(`[${ranges.map(([from, to]) => `${escape(from)}-${escape(to)}`).join('')}]`, 'gu'),
);

/** The scripts that need joiners. */
const joiningScript = lazy(
  () =>
    new RegExp(
      `[${'Arabic Devanagari Bengali Tamil Telugu Kannada Malayalam Gujarati Gurmukhi Sinhala Khmer Mongolian'
        .split(' ')
        .map((script) => `\\p{Script=${script}}`)
        .join('')}]$`,
      'u',
    ),
);
const emojiBefore = lazy(() => /[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{fe0f}]$/u);
const emojiAfter = lazy(() => /^\p{Extended_Pictographic}/u);

/** Which selector belongs to what: any other pair looks like the character alone, and each could hide a byte. */
const variations = lazy((): readonly (readonly [selector: RegExp, before: RegExp, after?: RegExp])[] => [
  [/[\u{fe0e}\u{fe0f}]/u, /\p{Extended_Pictographic}$/u],
  [/\u{fe0f}/u, /[0-9#*]$/, /^\u{20e3}/u],
  [/[\u{fe00}-\u{fe02}]/u, /[^\P{Sm}\p{ASCII}]$|\p{Script=Han}$/u],
  [/[\u{e0100}-\u{e01ef}]/u, /\p{Script=Han}$/u],
  [/[\u{180b}-\u{180f}]/u, /\p{Script=Mongolian}$/u],
]);

/** England, Scotland and Wales: the only flags that are spelled with tags. */
const flags = ['gbeng', 'gbsct', 'gbwls'].map(
  (region) =>
    `\u{1f3f4}${[...region].map((letter) => String.fromCodePoint(0xe0000 + letter.charCodeAt(0))).join('')}\u{e007f}`,
);
const flagLength = flags[0]!.length;

export function hasHidden(text: string): boolean {
  return hiddenCharacters(text).length > 0;
}

/** Invisible characters, except where scripts need them: emoji sequences, and joiners. */
export function hiddenCharacters(text: string): readonly HiddenCharacter[] {
  if (printable.test(text)) return [];
  const found: HiddenCharacter[] = [];
  for (const match of text.matchAll(suspects())) {
    const code = match[0].codePointAt(0) ?? 0;
    const kind = ranges.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'control';
    if (!isNeeded(code, kind, text, match.index)) found.push({ index: match.index, code, kind });
  }
  return found;
}

function isNeeded(code: number, kind: HiddenKind, text: string, index: number): boolean {
  if (code === 0x0d) return text[index + 1] === '\n'; // alone it makes a terminal write over the line
  const [before, after] = [text.slice(Math.max(0, index - 16), index), text.slice(index + 1, index + 3)];
  if (code === 0x200c) return joiningScript().test(before);
  if (code === 0x200d) return joiningScript().test(before) || (emojiBefore().test(before) && emojiAfter().test(after));
  if (kind === 'variation') return isVariation(String.fromCodePoint(code), before, after);
  return kind === 'tag' && isInFlag(text, index);
}

function isVariation(selector: string, before: string, after: string): boolean {
  return variations().some(
    ([own, base, next]) => own.test(selector) && base.test(before) && (next?.test(after) ?? true),
  );
}

function isInFlag(text: string, index: number): boolean {
  const least = Math.max(0, index - flagLength);
  const from = text.slice(least, index).lastIndexOf('\u{1f3f4}');
  return from >= 0 && flags.some((flag) => text.startsWith(flag, least + from) && index < least + from + flagLength);
}

/** The same text with every hidden character written out, as in `[U+200B]`. */
export function revealHidden(text: string): string {
  return replaceHidden(text, ({ code }) => codeName(code));
}

export function replaceHidden(
  text: string,
  write: (hidden: HiddenCharacter) => string,
  found = hiddenCharacters(text),
): string {
  let shown = '';
  let from = 0;
  for (const hidden of found) {
    shown += text.slice(from, hidden.index) + write(hidden);
    from = hidden.index + (hidden.code > 0xffff ? 2 : 1);
  }
  return shown + text.slice(from);
}

const layout = /[\t\n\r\u{85}\u{a0}\u{1680}\u{2000}-\u{200a}\u{2028}\u{2029}\u{202f}\u{205f}\u{3000}]/gu;

/** As `revealHidden`, for text that must stay on one line: breaks, tabs and unusual spaces are written out too. */
export function revealOnOneLine(text: string): string {
  return revealHidden(text).replaceAll(layout, (character) => codeName(character.charCodeAt(0)));
}

/** As `revealHidden`, for a sentence: a name in it must not begin a line of its own. Other scripts keep their spaces. */
export function revealSentence(text: string): string {
  return revealHidden(text).replaceAll(/[\t\r\n]/g, (character) => codeName(character.charCodeAt(0)));
}

/** JSON of the same value in which nothing is hidden: an escape in a string is read back as the character. */
export function revealedJson(value: unknown, indent = 2): string {
  const units = (code: number): readonly string[] => String.fromCodePoint(code).split('');
  const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  const json = JSON.stringify(value, undefined, indent) ?? 'null';
  return replaceHidden(json, ({ code }) => units(code).map(escaped).join(''));
}

function codeName(code: number): string {
  return `[U+${code.toString(16).toUpperCase().padStart(4, '0')}]`;
}
