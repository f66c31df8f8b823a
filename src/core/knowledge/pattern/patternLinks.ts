/** The id of a pattern in a text, and where: what a hover turns into a link. */
interface PatternMention {
  readonly id: string;
  readonly start: number;
  readonly end: number;
}

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

/** Only ids that exist: other capital letters with a number are not ours to link. */
export function mentionsIn(text: string, exists: (id: string) => boolean): readonly PatternMention[] {
  const mentions: PatternMention[] = [];
  for (const match of text.matchAll(/\b[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)*-\d{3,4}\b/g)) {
    const [id] = match;
    if (exists(id)) mentions.push({ id, start: match.index, end: match.index + id.length });
  }
  return mentions;
}
