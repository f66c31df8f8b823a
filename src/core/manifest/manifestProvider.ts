import { l10n } from '../../base/l10n.ts';
import { readFile } from 'node:fs/promises';
import { messageOf } from '../../base/fault.ts';
import { fileSpan } from './read/locate.ts';
import { type Manifest, type ManifestProblem, maxManifestBytes } from './read/model.ts';
import { readManifest } from './read/readManifest.ts';
import { type FoundFile, isRacy, scanFolders } from './scanFolders.ts';

const readersAtOnce = 32;

interface Kept {
  readonly stamp: string;
  readonly racy: boolean;
  readonly manifest: Manifest;
}

export interface ManifestContents {
  readonly manifests: readonly Manifest[];
  readonly problems: readonly ManifestProblem[];
  readonly folders: ReadonlySet<string>;
  readonly filesRead: number;
}

/** The manifests below some folders, as they are on disk; what did not change is not read again. */
export class ManifestProvider {
  readonly #folders: readonly string[];
  #kept = new Map<string, Kept>();

  constructor(folders: readonly string[]) {
    this.#folders = folders;
  }

  async refresh(): Promise<ManifestContents> {
    const scan = await scanFolders(this.#folders);
    const next = new Map<string, Kept>();
    const stale: FoundFile[] = [];
    for (const file of scan.files) {
      const kept = this.#kept.get(file.path);
      if (kept && kept.stamp === file.stamp && !kept.racy) next.set(file.path, kept);
      else stale.push(file);
    }
    await inParallel(stale, async (file) => {
      const kept = await load(file);
      if (kept) next.set(file.path, kept);
    });
    this.#kept = next;
    const manifests = scan.files.flatMap(({ path }) => next.get(path)?.manifest ?? []);
    const problems = [...scan.problems, ...manifests.flatMap((manifest) => manifest.problems)];
    return { manifests, problems, folders: scan.folders, filesRead: stale.length };
  }
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) await work(items[next++]!);
  };
  await Promise.all(Array.from({ length: Math.min(readersAtOnce, items.length) }, lane));
}

async function load(file: FoundFile): Promise<Kept | undefined> {
  const racy = isRacy(file, Date.now());
  const manifest = await read(file);
  return manifest && { stamp: file.stamp, racy, manifest };
}

async function read(file: FoundFile): Promise<Manifest | undefined> {
  if (file.size > maxManifestBytes) return bad(file, 'too-large', tooLarge(file.size));
  try {
    const bytes = await readFile(file.path);
    if (bytes.length > maxManifestBytes) return bad(file, 'too-large', tooLarge(bytes.length));
    return readManifest(file.path, utf8.decode(bytes));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined; // gone since it was found
    return bad(file, 'unreadable', l10n.t('Cannot be read: {0}', messageOf(error)));
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function tooLarge(bytes: number): string {
  return l10n.t('A manifest may have up to {0} bytes; this one has {1}.', maxManifestBytes, bytes);
}

function bad({ path }: FoundFile, code: ManifestProblem['code'], message: string): Manifest {
  return {
    file: path,
    tools: [],
    prompts: [],
    problems: [{ code, severity: 'error', message, file: path, span: fileSpan }],
  };
}
