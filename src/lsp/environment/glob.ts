type Token =
  /** `*`: characters of one name. */
  | { readonly kind: 'star' }
  /** `**` and a slash: any folders, or none. */
  | { readonly kind: 'folders' }
  | { readonly kind: 'one'; readonly fits: (character: string) => boolean };

/** What all matches together may take. */
export interface Steps {
  left: number;
}

/**
 * A pattern of .gitignore. A regular expression for it would try every division of the text among its stars, which
 * grows beyond bounds with their number; this goes through the text once, with all places where the pattern may be.
 */
export class Glob {
  readonly #tokens: readonly Token[];

  private constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** As in git, a pattern that is none matches nothing: `undefined`. */
  static read(pattern: string): Glob | undefined {
    const tokens = (pattern.match(pieces) ?? []).map(readPiece);
    return tokens.includes(undefined) ? undefined : new Glob(tokens.filter((token) => token !== undefined));
  }

  /** One of the names of a path. False too when the steps are used up, as below. */
  matchesName(path: string, foldersOnly: boolean, steps: Steps): boolean {
    const names = path.split('/');
    return names.slice(0, foldersOnly ? -1 : undefined).some((name) => this.matchesStart(name, false, steps));
  }

  /** The path, or one of the folders that it is in. */
  matchesStart(path: string, foldersOnly: boolean, steps: Steps): boolean {
    let at = this.#reached([0]);
    let inFolders = new Set<number>();
    for (const character of path) {
      if (character === '/' && at.has(this.#tokens.length)) return true;
      steps.left -= at.size + inFolders.size + 1;
      if (steps.left < 0) return false;
      [at, inFolders] = this.#after(character, at, inFolders);
    }
    return !foldersOnly && at.has(this.#tokens.length);
  }

  #after(character: string, at: ReadonlySet<number>, inFolders: ReadonlySet<number>): [Set<number>, Set<number>] {
    const next: number[] = [];
    const inside = new Set<number>(inFolders);
    for (const index of at) {
      const token = this.#tokens[index];
      if (token?.kind === 'folders') inside.add(index);
      else if (token?.kind === 'star' && character !== '/') next.push(index);
      else if (token?.kind === 'one' && token.fits(character)) next.push(index + 1);
    }
    if (character === '/') for (const index of inside) next.push(index + 1);
    return [this.#reached(next), inside];
  }

  /** With the places behind what may stand for nothing. */
  #reached(places: readonly number[]): Set<number> {
    const all = new Set<number>();
    for (let place of places) {
      for (; !all.has(place); place++) {
        all.add(place);
        if ((this.#tokens[place]?.kind ?? 'one') === 'one') break;
      }
    }
    return all;
  }
}

const pieces = /\*\*\/|\[(?![!^]?\][^\]]*$)[!^]?\]?(?:\\.|[^\\\]])*\]|\\?./gs;

function readPiece(piece: string): Token | undefined {
  if (piece === '**/') return { kind: 'folders' };
  if (piece === '*') return { kind: 'star' };
  if (piece === '?') return { kind: 'one', fits: (character) => character !== '/' };
  if (piece === '[') return undefined; // it has no end
  if (piece.startsWith('[')) return readClass(piece);
  const literal = piece.slice(-1);
  return { kind: 'one', fits: (character) => character === literal };
}

function readClass(piece: string): Token | undefined {
  const negated = /^\[[!^]/.test(piece);
  const inside = piece.slice(negated ? 2 : 1, -1).replaceAll(/\\?./gs, (each) => (each === '-' ? each : escaped(each)));
  try {
    const characters = new RegExp(`^[${negated ? '^' : ''}${inside}]$`, 's');
    return { kind: 'one', fits: (character) => character !== '/' && characters.test(character) };
  } catch {
    return undefined; // a range such as [z-a]
  }
}

/** One character, which may have a backslash before it. */
function escaped(piece: string): string {
  const last = piece.slice(-1);
  return /\w/.test(last) ? last : `\\${last}`;
}
