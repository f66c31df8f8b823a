import { isAscii } from '../../../base/text/ascii.ts';
import { relevanceModel } from '../index/relevanceModel.ts';
import type { Evidence } from './search.ts';

/**
 * Whether to answer at all: a logistic rule over the best score, the best harmless score, the term weights
 * and the kind of question. `test/knowledge-eval/learn.ts` fits it; the frozen half is never used.
 */
export function isRelevant(context: string, evidence: Evidence, best: Best, isTranslated: boolean): boolean {
  if (evidence.named.length > 0 && !isCode(context.trim())) return true;
  return odds(context, evidence, best) > (isTranslated ? leastTranslatedOdds : leastOdds);
}

/** Where one harmless question of twenty would be answered, by the folds that `learn.ts` holds back: a false alarm costs trust. */
const leastOdds = 0.3;
/** Word by word into English a question loses part of its sense; set on `zh-dev`, for the same share of false alarms. */
const leastTranslatedOdds = 0.9;

/** The best pattern, and how far the next one is behind. */
interface Best {
  readonly place: number;
  readonly points: number;
  readonly secondPoints: number;
}

function odds(context: string, evidence: Evidence, best: Best): number {
  return featuresOf(context, evidence, best).reduce((sum, value, at) => sum + value * (factors[at] ?? 0), 0);
}

/** What the rule looks at, in the order of its factors. */
export function featuresOf(context: string, evidence: Evidence, { place, points, secondPoints }: Best): number[] {
  const text = context.trim();
  const [path, code] = [isPath(text), isCode(text)];
  return [
    1,
    Math.log1p(points),
    Math.log1p(evidence.harmless),
    Math.log1p(evidence.strange),
    // A question about looks or wording mentions many things that it is not about.
    Math.min(2, evidence.looks),
    Number(evidence.concepts.has('@security')),
    Number(code),
    Number(isTerm(text) && !path),
    Number(path),
    Number(path && quietPlaces.test(text)),
    (evidence.answered[place] ?? 0) / Math.max(1, evidence.mass),
    Math.log1p(evidence.words),
    points > 0 ? secondPoints / points : 0,
    evidence.leaning,
  ];
}

const { factors } = relevanceModel;
/** Files that rarely hold anything to attack. */
const quietPlaces =
  /(?:^|\/)(?:components?|styles?|assets|fonts|icons|images|docs?|i18n|locales?|stories|tests?|__tests__|fixtures|examples?)\/|\.(?:css|scss|less|md|mdx|svg|png|jpe?g|gif|woff2?|txt|lock|snap)$/i;

function isPath(text: string): boolean {
  return /^[\w.@()[\]/\\-]+$/.test(text) && (/[/\\]/.test(text) || /^[\w-]*\.[A-Za-z]\w{0,8}$/.test(text));
}

function isTerm(text: string): boolean {
  return text.split(/\s+/).length <= 3 && !/[(){}[\];=<>]/.test(text);
}

/** Brackets and signs, as many as code has for its words. */
function isCode(text: string): boolean {
  const marks = text.match(/[(){}[\];=<>]/g)?.length ?? 0;
  const words = text.match(isAscii(text) ? /\w+/g : /[\p{L}\p{N}_]+/gu)?.length ?? 0;
  return marks >= 2 && marks * 4 >= words;
}
