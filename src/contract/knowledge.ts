import { method } from './rpc/contract.ts';
import { count, nothing, object, optional, text } from './rpc/shape.ts';

export type PatternSeverity = 'critical' | 'high' | 'medium' | 'low';
export type PatternLevel = 'high' | 'medium' | 'low';
/** Where a pattern came from: the product, the user's own folder, or the workspace. */
export type PatternSource = 'builtin' | 'user' | 'workspace';

/** A pattern in a list. */
export interface PatternCard {
  readonly id: string;
  readonly title: string;
  readonly category: string;
  readonly severity: PatternSeverity;
  readonly cwe: readonly string[];
  /** Shown, because a pattern is only as trustworthy as its author. */
  readonly source: PatternSource;
  /** 0 to 1; only where it was ranked. */
  readonly score?: number;
}

export interface PatternSearch {
  /** All patterns, those relevant to the query, or, if there are none, those whose name contains the words. */
  readonly kind: 'all' | 'ranked' | 'named';
  readonly cards: readonly PatternCard[];
  readonly categories: readonly string[];
}

export interface PatternExample {
  readonly language: string;
  readonly framework?: string;
  readonly bad: string;
  readonly good: string;
}

export interface PatternMitigation {
  readonly text: string;
  readonly effort: PatternLevel;
  readonly effectiveness: PatternLevel;
  readonly tradeoff: string;
}

/** One pattern whole. Everything in it is text, never markup. */
export interface PatternView extends PatternCard {
  readonly likelihood: PatternLevel;
  readonly threat: string;
  readonly check: string;
  readonly fix: string;
  readonly scope: readonly string[];
  readonly tells: readonly string[];
  readonly invariants: readonly string[];
  readonly mitigations: readonly PatternMitigation[];
  readonly examples: readonly PatternExample[];
  readonly notFor: readonly string[];
  readonly related: readonly PatternCard[];
  readonly links: readonly { readonly label: string; readonly url?: string }[];
  /** For copying and for a document. */
  readonly markdown: string;
  /** The three lines, as an agent gets them. */
  readonly brief: string;
}

export const knowledgeHostMethods = {
  'knowledge/search': method(object({ query: text, category: optional(text) })).answers<PatternSearch>(),
  'knowledge/get': method(object({ id: text })).answers<PatternView>(),
  /** Opens a link of a pattern by its index: the page never passes a URL. */
  'knowledge/openLink': method(object({ id: text, link: count })).answers<void>(),
  'knowledge/wanted': method(nothing).answers<KnowledgeWish | undefined>(),
} as const;

/** What a command outside the page asked it to show; a larger `at` is newer. */
export interface KnowledgeWish {
  readonly at: number;
  readonly query?: string;
  readonly id?: string;
}

export const knowledgeWebviewMethods = {
  /** The page should request `knowledge/wanted`. */
  'knowledge/show': method(nothing).answers<void>(),
  /** Patterns were added, changed or removed. */
  'knowledge/changed': method(nothing).answers<void>(),
} as const;
