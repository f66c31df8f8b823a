import type { PatternExample } from '../../../contract/knowledge.ts';
import type { ShownPattern } from './pattern.ts';

/** Languages close enough that an example of one serves a reader of the other. */
const kin: Readonly<Record<string, readonly string[]>> = {
  javascript: ['typescript'],
  typescript: ['javascript'],
  c: ['cpp'],
  cpp: ['c'],
};

/** What the caller writes in, as far as it is known. */
export interface Reader {
  readonly language?: string | undefined;
  readonly framework?: string | undefined;
}

/** The example that serves this reader, in their framework where there is one. */
export function exampleFor(
  pattern: ShownPattern | undefined,
  { language, framework }: Reader,
): PatternExample | undefined {
  if (language === undefined) return undefined;
  const own = pattern?.examples.filter((example) => example.language === language) ?? [];
  const near = pattern?.examples.filter((example) => kin[language]?.includes(example.language)) ?? [];
  return own.find((example) => example.framework === framework) ?? own[0] ?? near[0];
}
