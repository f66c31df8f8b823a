/**
 * A light stemmer: it only has to bring the forms of one word together, in patterns and questions
 * alike, and must leave identifiers recognisable. British endings become American ones first.
 * Without regular expressions: each takes longer to compile than a question has words.
 */
export function stem(word: string): string {
  if (word.length < 4 || !isLowerCase(word)) return word;
  let out = singular(american(word));
  out = dropVerbEnding(out);
  if (out.length > 8 && out.endsWith('ization')) return out.slice(0, -5);
  if (out.length > 5 && out.endsWith('ion')) out = out.slice(0, -3);
  if (out.length > 5 && out.endsWith('ly')) out = out.slice(0, -2);
  if (out.length > 3 && out.endsWith('e')) out = out.slice(0, -1);
  return out.length > 3 && out.endsWith('y') ? `${out.slice(0, -1)}i` : out;
}

function isLowerCase(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (word.charCodeAt(at) < 97 || word.charCodeAt(at) > 122) return false;
  return true;
}

/** Endings of which one must follow, and what comes instead of the letters before it. */
const americanForms: readonly (readonly [british: string, american: string, endings: readonly string[]])[] = [
  ['is', 'iz', ['e', 'es', 'ed', 'ing', 'er', 'ation', 'ations']],
  ['our', 'or', ['', 's', 'ed', 'ing']],
  ['ys', 'yz', ['e', 'es', 'ed', 'ing']],
];

function american(word: string): string {
  let out = word;
  for (const [from, to, endings] of americanForms) {
    const ending = endings.find((one) => out.endsWith(from + one));
    if (ending !== undefined) out = out.slice(0, out.length - from.length - ending.length) + to + ending;
  }
  return out;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (['sses', 'xes', 'ches', 'shes'].some((ending) => word.endsWith(ending))) return word.slice(0, -2);
  if (word.endsWith('s') && !['ss', 'us', 'is'].some((ending) => word.endsWith(ending))) return word.slice(0, -1);
  return word;
}

function dropVerbEnding(word: string): string {
  const ending = ['ing', 'ed'].find((one) => word.endsWith(one));
  const cut = ending === undefined ? '' : word.slice(0, -ending.length);
  if (cut.length < 3 || !hasVowel(cut)) return word;
  return cut.at(-1) === cut.at(-2) && 'bdfgmnprt'.includes(cut.at(-1) ?? ' ') ? cut.slice(0, -1) : cut;
}

function hasVowel(text: string): boolean {
  return ['a', 'e', 'i', 'o', 'u', 'y'].some((vowel) => text.includes(vowel));
}
