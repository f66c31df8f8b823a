import { ChineseText } from '../chinese/chineseText.ts';
import { type PatternSummary, summaryOf } from './patternSummary.ts';
import type { SearchIndex } from '../index/searchIndex.ts';
import type { Shipped } from './knowledgeFile.ts';
import type { PatternSource } from '../../../contract/knowledge.ts';
import { type Pattern, type ShownPattern, shownPattern } from '../pattern/pattern.ts';
import { type Question, type RankedSummary, rank } from '../search/rank.ts';
import { Searcher } from '../search/search.ts';

/** A pattern that was read besides the shipped ones. */
export interface OwnPattern {
  readonly pattern: Pattern;
  readonly source: Exclude<PatternSource, 'builtin'>;
  readonly file: string;
}

export interface Found {
  readonly pattern: ShownPattern;
  readonly source: PatternSource;
  readonly score: number;
}

/** An immutable snapshot of all patterns; a change makes a new one. */
export class KnowledgeBase {
  readonly #shipped: Shipped;
  readonly #own: readonly OwnPattern[];
  readonly #ownCards: readonly PatternSummary[];
  readonly #ranked: readonly RankedSummary[];
  readonly #chinese: ChineseText;
  readonly #searcher: Searcher;

  /** The index holds the own patterns too (`withOwn.ts`). */
  constructor(shipped: Shipped, own: readonly OwnPattern[] = [], index: SearchIndex = shipped.index) {
    this.#shipped = shipped;
    this.#own = own;
    this.#chinese = new ChineseText(shipped.chinese);
    this.#ownCards = own.map(({ pattern, source }) => summaryOf(pattern, pattern.triggers.files, source));
    this.#ranked = [...shipped.ranked, ...this.#ownCards];
    this.#searcher = new Searcher(index);
  }

  get cards(): readonly PatternSummary[] {
    return [...this.#shipped.cards(), ...this.#ownCards];
  }

  /** The relevant patterns, best first; empty if none is relevant. */
  ask(question: Question, limit: number): readonly Found[] {
    const context = this.#chinese.toEnglish(question.context);
    return rank(this.#searcher, this.#ranked, { ...question, context, isTranslated: context !== question.context })
      .slice(0, limit)
      .map(({ place, score }) => Object.assign(this.#at(place), { score }));
  }

  get(id: string): Omit<Found, 'score'> | undefined {
    const place = this.#ranked.findIndex((ranked) => ranked.id === id);
    return place < 0 ? undefined : this.#at(place);
  }

  #at(place: number): Omit<Found, 'score'> {
    const own = this.#own[place - this.#shipped.ranked.length];
    return own
      ? { pattern: shownPattern(own.pattern), source: own.source }
      : { pattern: this.#shipped.patternAt(place), source: 'builtin' };
  }
}
