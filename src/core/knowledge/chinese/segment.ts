import type { Lexicon } from './lexicon.ts';

/** No word of the lexicon is longer. */
const longestWord = 12;
const wordCost = 1;
/** Dearer than any word that holds the character, so that as little as possible stays unknown. */
const unknownCost = 4;

interface Step {
  readonly cost: number;
  readonly from: number;
  readonly isKnown: boolean;
}

/** A run of Chinese characters cut into the fewest words; each as its English, what is unknown as pairs of characters. */
export function segment(run: string, lexicon: Lexicon): readonly string[] {
  const parts: string[] = [];
  let unknown = '';
  const flush = (): void => {
    parts.push(...pairsOf(unknown));
    unknown = '';
  };
  for (const { text, isKnown } of cut(run, lexicon)) {
    if (!isKnown) unknown += text;
    else {
      flush();
      parts.push(lexicon.english(text) ?? '');
    }
  }
  flush();
  return parts;
}

function cut(run: string, lexicon: Lexicon): readonly { text: string; isKnown: boolean }[] {
  const steps = cheapest(run, lexicon);
  const parts: { text: string; isKnown: boolean }[] = [];
  for (let at = run.length; at > 0;) {
    const { from, isKnown } = steps[at] ?? { from: at - 1, isKnown: false };
    parts.push({ text: run.slice(from, at), isKnown });
    at = from;
  }
  return parts.toReversed();
}

function cheapest(run: string, lexicon: Lexicon): readonly Step[] {
  const steps: Step[] = [{ cost: 0, from: 0, isKnown: true }];
  for (let end = 1; end <= run.length; end++) {
    let best: Step = { cost: (steps[end - 1]?.cost ?? 0) + unknownCost, from: end - 1, isKnown: false };
    for (let from = Math.max(0, end - longestWord); from < end; from++) {
      const cost = (steps[from]?.cost ?? 0) + wordCost;
      if (cost < best.cost && lexicon.english(run.slice(from, end)) !== undefined) best = { cost, from, isKnown: true };
    }
    steps.push(best);
  }
  return steps;
}

/** One character alone is mostly grammar, but it must not vanish: what is left would look like the whole question. */
function pairsOf(text: string): readonly string[] {
  if (text.length === 1) return ['the'];
  return Array.from({ length: Math.max(0, text.length - 1) }, (_, at) => text.slice(at, at + 2));
}
