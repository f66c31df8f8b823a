import { isAscii } from '../../../base/text/ascii.ts';
import { withoutMarks } from '../index/words.ts';
import type { Pattern } from '../pattern/pattern.ts';
import { hasHan, replaceHan } from './han.ts';
import { type ChineseData, Lexicon } from './lexicon.ts';
import { segment } from './segment.ts';

/**
 * Questions in Chinese, said in the words of the index: the patterns, what a word is worth and whether to
 * answer at all stay as they are measured for English, and a text without a Chinese character is not touched.
 */
export class ChineseText {
  readonly #data: ChineseData;
  #lexicon: Lexicon | undefined;

  constructor(data: ChineseData) {
    this.#data = data;
  }

  toEnglish(text: string): string {
    if (isAscii(text) || !hasHan(text)) return text;
    const lexicon = (this.#lexicon ??= new Lexicon(this.#data));
    // Brackets of a sentence must not look like those of code.
    const plain = withoutMarks(text.replaceAll(/[（）【】《》「」『』]/g, '，'));
    const english = (run: string): string => segment(simplified(run, lexicon), lexicon).join(' ');
    return isPath(plain)
      ? replaceHan(plain, (run) => english(run).replaceAll(' ', '-'))
      : replaceHan(plain, (run) => ` ${english(run)} `);
  }

  /** A pattern of the user's own, as it is indexed: questions meet it in the same words. */
  patternInEnglish(pattern: Pattern): Pattern {
    const text = JSON.stringify(pattern);
    if (isAscii(text) || !hasHan(text)) return pattern;
    return JSON.parse(text, (_, value: unknown) =>
      typeof value === 'string' ? this.toEnglish(value) : value,
    ) as Pattern;
  }
}

function simplified(run: string, lexicon: Lexicon): string {
  return [...run].map((sign) => lexicon.simplified(sign)).join('');
}

/** Names of files and folders stay one path, since paths are judged by rules of their own. */
function isPath(text: string): boolean {
  const trimmed = text.trim();
  return /[/\\]|\.[A-Za-z]\w{0,8}$/.test(trimmed) && /^[\p{L}\p{N}_.@()[\]/\\-]+$/u.test(trimmed);
}
