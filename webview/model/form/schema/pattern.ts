const compiled = new Map<string, RegExp | undefined>();

/**
 * The compiled expression, or undefined when it is invalid or could run forever:
 * patterns come from the server, and `(a+)+$` on a few dozen characters would freeze the page.
 */
export function patternOf(source: string): RegExp | undefined {
  if (!compiled.has(source)) compiled.set(source, compile(source));
  return compiled.get(source);
}

function compile(source: string): RegExp | undefined {
  if (source.length > 1_000 || isExplosive(source)) return undefined;
  for (const flags of ['u', '']) {
    try {
      return new RegExp(source, flags);
    } catch {
      continue; // many patterns in the wild are valid only without the u flag that the standard asks for
    }
  }
  return undefined;
}

/** Why an expression is not used. */
export function patternProblem(source: string): 'invalid' | 'slow' | undefined {
  if (patternOf(source)) return undefined;
  return source.length > 1_000 || isExplosive(source) ? 'slow' : 'invalid';
}

/**
 * A repeated group that contains a repetition or an alternative. Cautious rather than exact: such a pattern is left
 * to the server.
 */
function isExplosive(source: string): boolean {
  const plain = source.replace(/\\./g, '_').replace(/\[[^\]]*\]/g, '_');
  let text = plain;
  for (let depth = 0; depth < 20; depth++) {
    if (/\([^()]*(?:[*+]|\{\d+,\d*\}|\|)[^()]*\)(?:[*+]|\{\d+,\d*\})/.test(text)) return true;
    const next = text.replace(/\(([^()]*)\)/g, (_, inner: string) => (/[*+{|]/.test(inner) ? '_+' : '_'));
    if (next === text) return false;
    text = next;
  }
  return true;
}
