/** A configuration text in parts: literals, and environment variables. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'variable'; readonly name: string };

interface Places {
  readonly workspaceFolder: string | undefined;
  readonly userHome: string;
}

const variable = /\$\{([^}]+)\}/g;

/** Folders become paths; everything that a user or the environment gives becomes a variable of the environment. */
export function piecesOf(text: string, places: Places): readonly Piece[] {
  const pieces: Piece[] = [];
  let last = 0;
  for (const match of text.matchAll(variable)) {
    if (match.index > last) pieces.push({ kind: 'text', text: text.slice(last, match.index) });
    pieces.push(pieceOf(match[1] ?? '', match[0], places));
    last = match.index + match[0].length;
  }
  if (last < text.length) pieces.push({ kind: 'text', text: text.slice(last) });
  return pieces;
}

function pieceOf(name: string, whole: string, { workspaceFolder, userHome }: Places): Piece {
  if (/^workspaceFolder(:|$)/.test(name)) return { kind: 'text', text: workspaceFolder ?? whole };
  if (name === 'userHome') return { kind: 'text', text: userHome };
  const [, kind, id = ''] = /^(env|input):(.+)$/.exec(name) ?? [];
  return kind === undefined ? { kind: 'text', text: whole } : { kind: 'variable', name: environmentName(id) };
}

/** A value whose name looks secret is not written out: it becomes an environment variable. */
export function secretPiece(name: string): Piece {
  return { kind: 'variable', name: environmentName(name) };
}

function environmentName(id: string): string {
  const name = id.replaceAll(/\W+/g, '_').toUpperCase();
  return /^\d/.test(name) ? `_${name}` : name;
}
