export const patternUriPrefix = 'tmkb://pattern/';

export function patternUri(id: string): string {
  return `${patternUriPrefix}${encodeURIComponent(id)}`;
}

/** `undefined`: not the address of a pattern. */
export function patternIdOf(uri: string): string | undefined {
  if (!uri.startsWith(patternUriPrefix)) return undefined;
  try {
    return decodeURIComponent(uri.slice(patternUriPrefix.length));
  } catch {
    return undefined; // a stray percent sign
  }
}
