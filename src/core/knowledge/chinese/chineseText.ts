import { withoutMarks } from '../index/words.ts';
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
    const [glue, edge] = isPath(known) ? ['-', ''] : [' ', ' '];
    const { words } = this.#tables;
    return known.replaceAll(hanRun, (run) => `${edge}${segment(run, words).join(glue)}${edge}`);
  }
}

const hanRun = /\p{Script=Han}+/gu;

export function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** Names of files and folders stay one path, since paths are judged by rules of their own. */
function isPath(text: string): boolean {
  return /^[\p{L}\p{N}_.@()[\]/\\-]+$/u.test(text.trim()) && /[/\\]|\.[A-Za-z]\w{0,8}$/.test(text.trim());
}
