import { isAscii } from '../../../base/text/ascii.ts';
import { withoutMarks } from '../index/words.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { type Tables, type ChineseData, readTables } from './lexicon.ts';
import { segment } from './segment.ts';

/**
 * Questions in Chinese, said in the words of the index: the patterns, what a word is worth and whether to
 * answer at all stay as they are measured for English, and a text without a Chinese character is not touched.
 */
export class ChineseText {
  readonly #data: ChineseData;
  #tables: Tables | undefined;

  constructor(data: ChineseData) {
    this.#data = data;
  }

  toEnglish(text: string): string {
    if (!hasHan(text)) return text;
    this.#tables ??= readTables(this.#data);
    const { simplified } = this.#tables;
    // Brackets of a sentence must not look like those of code.
    const plain = withoutMarks(text.replaceAll(/[（）【】《》「」『』]/g, '，'));
    const known = plain.replaceAll(/\p{Script=Han}/gu, (sign) => simplified.get(sign) ?? sign);
    const { words } = this.#tables;
    const english = (run: string): string => segment(run, words).join(' ');
    return isPath(known)
      ? known.replaceAll(hanRun(), (run) => english(run).replaceAll(' ', '-'))
      : known.replaceAll(hanRun(), (run) => ` ${english(run)} `);
  }

  /** A pattern of the user's own, as it is indexed: questions meet it in the same words. */
  patternInEnglish(pattern: Pattern): Pattern {
    const text = JSON.stringify(pattern);
    if (!hasHan(text)) return pattern;
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? this.toEnglish(value) : value,
    ) as Pattern;
  }
}

const hanRun = (): RegExp => /\p{Script=Han}+/gu;

function hasHan(text: string): boolean {
  return !isAscii(text) && /\p{Script=Han}/u.test(text);
}

/** Names of files and folders stay one path, since paths are judged by rules of their own. */
function isPath(text: string): boolean {
  return /^[\p{L}\p{N}_.@()[\]/\\-]+$/u.test(text.trim()) && /[/\\]|\.[A-Za-z]\w{0,8}$/.test(text.trim());
}
