/** One piece of an expression: a character, a class or a group, and how often it may come. */
interface Atom {
  readonly text: string;
  readonly isOptional: boolean;
  readonly isEndless: boolean;
  /** What is inside, where it is a group. */
  readonly body?: string;
}

const characters = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code));

/**
 * Whether a group that repeats endlessly can split one text in many ways, as `(a+)+` does: on a text that
 * does not fit, a validator would then try them all, and forty characters keep the process busy for years.
 */
export function canBacktrackForever(source: string): boolean {
  return alternativesOf(source).some((alternative) => atomsOf(alternative).some(isRunaway));
}

function isRunaway({ body, isEndless }: Atom): boolean {
  if (body === undefined) return false;
  return canBacktrackForever(body) || (isEndless && splitsInManyWays(body));
}

function splitsInManyWays(body: string): boolean {
  const ways = alternativesOf(body).map(atomsOf);
  const single = ways.flatMap((atoms) => (atoms.length === 1 && atoms[0] ? [atoms[0]] : []));
  if (single.some((one, at) => single.slice(at + 1).some((other) => overlap(one, other)))) return true;
  const heads = ways.flatMap((atoms) => reach(atoms));
  const tails = ways.flatMap((atoms) => reach(atoms.toReversed()).filter((atom) => atom.isEndless));
  return tails.some((tail) => heads.some((head) => overlap(head, tail)));
}

/** What may come first: everything up to and with the first that must come. */
function reach(atoms: readonly Atom[]): readonly Atom[] {
  const needed = atoms.findIndex((atom) => !atom.isOptional);
  return needed < 0 ? atoms : atoms.slice(0, needed + 1);
}

/** Whether one character can be taken for either. A group is not looked into: it may be anything. */
function overlap(a: Atom, b: Atom): boolean {
  if (a.body !== undefined || b.body !== undefined) return true;
  const [one, other] = [RegExp(`^${a.text}$`, 'u'), RegExp(`^${b.text}$`, 'u')];
  return characters.some((character) => one.test(character) && other.test(character));
}

function alternativesOf(source: string): readonly string[] {
  const parts = [''];
  for (const piece of piecesOf(source)) {
    if (piece === '|') parts.push('');
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

const quantifier = /^(?:[*+?]|\{\d+(?:,\d*)?\})$/;

function atomsOf(alternative: string): readonly Atom[] {
  const pieces = piecesOf(alternative).filter((piece) => !/^(?:[\^$]|\\[bB])$/.test(piece));
  return pieces.flatMap((text, at) => {
    if (quantifier.test(text) || /^\(\?(?:=|!|<=|<!)/.test(text)) return [];
    const times = quantifier.test(pieces[at + 1] ?? '') ? (pieces[at + 1] ?? '') : '';
    const isOptional = /^(?:[*?]|\{0,?)/.test(times);
    const isEndless = /^(?:[*+]|\{\d+,\})$/.test(times);
    const body = /^\((?:\?(?::|<\w+>))?([\s\S]*)\)$/.exec(text)?.[1];
    return [{ text, isOptional, isEndless, ...(body !== undefined && { body }) }];
  });
}

/** Cut into whole groups, classes, escapes, quantifiers and single characters. */
function piecesOf(source: string): readonly string[] {
  const pieces: string[] = [];
  for (let at = 0; at < source.length;) {
    const piece = pieceAt(source, at);
    pieces.push(piece);
    at += Math.max(1, piece.length);
    if (quantifier.test(piece) && source[at] === '?') at++; // how greedy it is changes nothing here
  }
  return pieces;
}

function pieceAt(source: string, at: number): string {
  if (source[at] === '(') return source.slice(at, endOfGroup(source, at));
  const rest = source.slice(at);
  const found =
    /^(?:\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|k<\w+>|.)|\[(?:\\.|[^\]\\])*\]|\{\d+(?:,\d*)?\}|[\s\S])/u.exec(
      rest,
    );
  return found?.[0] ?? rest;
}

function endOfGroup(source: string, from: number): number {
  let depth = 0;
  for (let at = from; at < source.length;) {
    const piece = source[at] === '(' || source[at] === ')' ? (source[at] ?? '') : pieceAt(source, at);
    if (piece === '(') depth++;
    if (piece === ')' && --depth === 0) return at + 1;
    at += Math.max(1, piece.length);
  }
  return source.length;
}
