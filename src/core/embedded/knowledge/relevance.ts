import type { Evidence } from './search.ts';

/**
 * Whether to answer at all. For sentences and code a logistic rule over the best score, the best harmless
 * score and the size of the question; its weights were fitted on the development half and on public tasks.
 * A bare term or path has too few words for that: it must be known, and known better than harmlessly.
 */
export function isRelevant(context: string, evidence: Evidence, place: number, points: number): boolean {
  if (evidence.named.length > 0) return true;
  const trimmed = context.trim();
  if (isPath(trimmed)) return isTellingPath(trimmed, evidence, place, points);
  if (isTerm(trimmed) && (evidence.words < 2 || points < leastTermPoints)) return false;
  return points > evidence.harmless && odds(points, evidence) > (isCode(trimmed) ? acceptedCodeOdds : acceptedOdds);
}

function isTellingPath(path: string, evidence: Evidence, place: number, points: number): boolean {
  const covered = (evidence.answered[place] ?? 0) / Math.max(1, evidence.mass);
  const least = quietPlaces.test(path) ? 20 : 6.5;
  return points >= least && covered >= 0.4 && points > evidence.harmless * 1.5;
}

const leastTermPoints = 9;
const acceptedOdds = -0.1;
/** Any code has names that some pattern knows: it must say more than prose. */
const acceptedCodeOdds = 1.3;
/** Files that rarely hold anything to attack. */
const quietPlaces =
  /(?:^|\/)(?:components?|styles?|assets|fonts|icons|images|docs?|i18n|locales?|stories|tests?|__tests__|fixtures|examples?)\/|\.(?:css|scss|less|md|mdx|svg|png|jpe?g|gif|woff2?|txt|lock|snap)$/i;

export function odds(points: number, evidence: Evidence): number {
  const { concepts, harmless, strange, leaning, looks } = evidence;
  const pro = 3.2 * Math.log1p(points) + 1.1 * leaning + (concepts.has('@security') ? 0.3 : 0);
  // A question about looks or wording mentions many things that it is not about.
  const contra = 0.85 * Math.log1p(harmless) + 0.65 * Math.log1p(strange) + 2.9 * Math.min(2, looks) + 7.2;
  return pro - contra;
}

export function isPath(text: string): boolean {
  return /^[\w.@()[\]/\\-]+$/.test(text) && (/[/\\]/.test(text) || /^[\w-]*\.[A-Za-z]\w{0,8}$/.test(text));
}

export function isTerm(text: string): boolean {
  return text.split(/\s+/).length <= 3 && !/[(){}[\];=<>]/.test(text);
}

/** Brackets and signs, as many as code has for its words. */
export function isCode(text: string): boolean {
  const marks = text.match(/[(){}[\];=<>]/g)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}_]+/gu)?.length ?? 0;
  return marks >= 2 && marks * 4 >= words;
}
