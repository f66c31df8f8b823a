import type { PatternExample, PatternLevel, PatternMitigation, PatternSeverity } from '../../../contract/knowledge.ts';

/** One threat pattern, as its YAML file holds it; `tmkb-pattern.schema.json` describes the same shape. */
export interface Pattern {
  readonly id: string;
  readonly title: string;
  readonly version: number;
  readonly category: string;
  readonly subcategory: string;
  readonly severity: PatternSeverity;
  readonly likelihood: PatternLevel;
  readonly stride: readonly Stride[];
  readonly cwe: readonly string[];
  readonly owasp: readonly string[];
  readonly asvs: readonly string[];
  /** `any`, or the languages that it is about. */
  readonly languages: readonly string[];
  readonly frameworks: readonly string[];
  /** The three lines for an agent: what can happen, how to see it, the smallest fix. */
  readonly threat: string;
  readonly check: string;
  readonly fix: string;
  readonly triggers: Triggers;
  readonly tells: readonly string[];
  /** Statements that a test can prove. */
  readonly invariants: readonly string[];
  readonly mitigations: readonly PatternMitigation[];
  readonly examples: readonly PatternExample[];
  /** Harmless things that use the same words. */
  readonly notFor: readonly string[];
  readonly related: readonly string[];
  readonly references: readonly Reference[];
  readonly provenance: string;
}

/** As it is shown and answered: what it is found by is in the index, and says nothing to a reader. */
export type ShownPattern = Omit<Pattern, 'triggers'>;

export function shownPattern(pattern: Pattern): ShownPattern {
  const { triggers: _, ...shown } = pattern;
  return shown;
}

interface Triggers {
  readonly terms: readonly string[];
  readonly actions: readonly string[];
  readonly apis: readonly string[];
  /** Globs of files where it tends to occur. */
  readonly files: readonly string[];
}

interface Reference {
  readonly id: string;
  readonly url: string;
}

type Stride =
  | 'spoofing'
  | 'tampering'
  | 'repudiation'
  | 'information-disclosure'
  | 'denial-of-service'
  | 'elevation-of-privilege';

/** In the order in which error texts name them. */
export const languages = [
  'python',
  'javascript',
  'typescript',
  'java',
  'go',
  'csharp',
  'ruby',
  'php',
  'rust',
  'c',
  'cpp',
] as const;

export const frameworks = [
  'flask',
  'django',
  'fastapi',
  'express',
  'nextjs',
  'nestjs',
  'spring',
  'rails',
  'laravel',
  'aspnet',
  'gin',
  'react',
  'any',
] as const;

export const categories = [
  'authorization',
  'authentication',
  'injection',
  'web',
  'files',
  'cryptography',
  'secrets',
  'configuration',
  'supply-chain',
  'availability',
  'concurrency',
  'logging-privacy',
  'llm',
  'mcp',
  'memory-safety',
] as const;

export const severities = ['critical', 'high', 'medium', 'low'] as const satisfies readonly PatternSeverity[];
export const levels = ['high', 'medium', 'low'] as const satisfies readonly PatternLevel[];

/** At most this many tokens for threat, check and fix together. */
export const maxLineTokens = 100;

/** What an agent reads of a pattern, as one text. */
export function threeLines(pattern: Pick<Pattern, 'threat' | 'check' | 'fix'>): string {
  return `${pattern.threat}\n${pattern.check}\n${pattern.fix}`;
}
