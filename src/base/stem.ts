/**
 * A light stemmer: it only has to bring the forms of one word together, in patterns and questions
 * alike, and must leave identifiers recognisable. British endings become American ones first.
 */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let out = singular(american(word));
  out = dropVerbEnding(out);
  if (out.length > 8 && out.endsWith('ization')) return out.slice(0, -5);
  if (out.length > 5 && out.endsWith('ion')) out = out.slice(0, -3);
  if (out.length > 5 && out.endsWith('ly')) out = out.slice(0, -2);
  if (out.length > 3 && out.endsWith('e')) out = out.slice(0, -1);
  return out.length > 3 && out.endsWith('y') ? `${out.slice(0, -1)}i` : out;
}

function american(word: string): string {
  return word
    .replace(/is(e|es|ed|ing|er|ation|ations)$/, 'iz$1')
    .replace(/our(s|ed|ing)?$/, 'or$1')
    .replace(/ys(e|es|ed|ing)$/, 'yz$1');
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.endsWith('s') && !/(?:ss|us|is)$/.test(word)) return word.slice(0, -1);
  return word;
}

function dropVerbEnding(word: string): string {
  const cut = /^(.*[aeiouy].*?)(?:ing|ed)$/.exec(word)?.[1];
  if (cut === undefined || cut.length < 3) return word;
  return /([bdfgmnprt])\1$/.test(cut) ? cut.slice(0, -1) : cut;
}
