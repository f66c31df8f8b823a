import { RecentMap } from '../recentMap.ts';
import { BoundedPattern } from './boundedPattern.ts';

type Compiled = ReturnType<typeof BoundedPattern.compile>;

/** Patterns come from servers, so their number has no bound of its own. */
const compiled = new RecentMap<Compiled>(1_000);

function compile(source: string): Compiled {
  let pattern = compiled.get(source);
  if (!pattern) compiled.set(source, (pattern = BoundedPattern.compile(source)));
  return pattern;
}

/** `undefined` where only the author of the pattern can tell: it cannot be used here, or takes too many steps. */
export function fitsPattern(source: string, text: string): boolean | undefined {
  const pattern = compile(source);
  return typeof pattern === 'string' ? undefined : pattern.test(text);
}

/** Why an expression is not used. */
export function patternProblem(source: string): 'invalid' | 'unsupported' | undefined {
  const pattern = compile(source);
  return typeof pattern === 'string' ? pattern : undefined;
}
