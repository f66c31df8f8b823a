import { BoundedPattern } from '../../../../src/base/pattern/boundedPattern.ts';

type Compiled = ReturnType<typeof BoundedPattern.compile>;

const compiled = new Map<string, Compiled>();

function compile(source: string): Compiled {
  let pattern = compiled.get(source);
  if (!pattern) compiled.set(source, (pattern = BoundedPattern.compile(source)));
  return pattern;
}

/** `undefined` where only the server can tell: the expression cannot be used here, or takes too many steps. */
export function fitsPattern(source: string, text: string): boolean | undefined {
  const pattern = compile(source);
  return typeof pattern === 'string' ? undefined : pattern.test(text);
}

/** Why an expression is not used. */
export function patternProblem(source: string): 'invalid' | 'unsupported' | undefined {
  const pattern = compile(source);
  return typeof pattern === 'string' ? pattern : undefined;
}
