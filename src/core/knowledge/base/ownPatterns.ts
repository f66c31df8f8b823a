import { l10n } from '../../../base/l10n.ts';
import type { OwnPattern } from './knowledgeBase.ts';
import { type PatternProblem, maxPatternBytes, readPattern } from '../pattern/readPattern.ts';

/** A folder with the user's own patterns. */
export interface PatternFolder {
  readonly path: string;
  readonly source: OwnPattern['source'];
}

/** What the loader needs from a file system. */
export interface PatternFiles {
  /** Absolute paths of the pattern files right inside a folder, in order; none where there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** `undefined` where it is gone or larger than the limit. */
  read(file: string, maxBytes: number): Promise<string | undefined>;
  /** Tells of any change in these folders, also of their appearing, until disposed. */
  watch(folders: readonly string[], changed: () => void): { dispose(): void };
}

export interface FileProblem extends PatternProblem {
  readonly file: string;
}

export interface OwnPatterns {
  readonly patterns: readonly OwnPattern[];
  readonly problems: readonly FileProblem[];
}

const maxFiles = 500;

/**
 * Reads every pattern of the folders. An invalid file is reported and left out; it never affects
 * another one, and an id that is already taken is not replaced.
 */
export async function loadOwnPatterns(
  files: PatternFiles,
  folders: readonly PatternFolder[],
  taken: ReadonlySet<string>,
): Promise<OwnPatterns> {
  const patterns: OwnPattern[] = [];
  const problems: FileProblem[] = [];
  const ids = new Set(taken);
  for (const folder of folders) {
    const found = await files.list(folder.path);
    if (found.length > maxFiles) problems.push(tooMany(folder, found.length));
    for (const file of found.slice(0, maxFiles)) {
      const read = await readOne(files, file, ids);
      problems.push(...read.problems.map((problem) => ({ ...problem, file })));
      if (!read.pattern) continue;
      ids.add(read.pattern.id);
      patterns.push({ pattern: read.pattern, source: folder.source, file });
    }
  }
  return { patterns, problems };
}

async function readOne(
  files: PatternFiles,
  file: string,
  ids: ReadonlySet<string>,
): Promise<Awaited<ReturnType<typeof readPattern>>> {
  const text = await files.read(file, maxPatternBytes);
  if (text === undefined)
    return { problems: [whole(l10n.t('The file cannot be read or is larger than {0} bytes', maxPatternBytes))] };
  const read = await readPattern(text);
  if (!read.pattern || !ids.has(read.pattern.id)) return read;
  return {
    problems: [
      ...read.problems,
      whole(l10n.t('The id {0} is already used by another pattern', read.pattern.id), '/id'),
    ],
  };
}

function whole(message: string, path = ''): PatternProblem {
  return { severity: 'error', message, path, line: 1, column: 1 };
}

function tooMany(folder: PatternFolder, count: number): FileProblem {
  return {
    ...whole(l10n.t('There are {0} patterns here; only the first {1} are read', count, maxFiles)),
    file: folder.path,
  };
}
