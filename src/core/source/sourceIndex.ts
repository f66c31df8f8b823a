import { opendir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type DefinitionKind, type Registration, registrationsIn } from './registration.ts';
import { languageOf } from './forms/languages.ts';

export interface SourcePlace extends Registration {
  readonly file: string;
}

const skipped = new Set(
  'node_modules dist build out bin obj target vendor venv .venv env __pycache__ site-packages coverage'.split(' '),
);
const maxFiles = 20_000;
const maxBytes = 512 * 1024;
const atOnce = 16;

/** Where the sources of a folder register tools, prompts and resources. Read when first asked for, then file by file. */
export class SourceIndex {
  readonly #folder: string;
  readonly #byFile = new Map<string, readonly Registration[]>();
  #reading: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** All places that may be meant: sources first, then tests and examples. */
  async find(kind: DefinitionKind, name: string): Promise<readonly SourcePlace[]> {
    await this.#read();
    const places: SourcePlace[] = [];
    for (const [file, registrations] of this.#byFile)
      for (const one of registrations) if (one.kind === kind && one.name === name) places.push({ ...one, file });
    return places.toSorted((a, b) => distance(a.file) - distance(b.file));
  }

  /** After the file was saved, created or deleted. */
  async refresh(file: string): Promise<void> {
    if (!this.#reading || !languageOf(file)) return;
    await this.#reading;
    await this.#readOne(file);
  }

  #read(): Promise<void> {
    this.#reading ??= this.#readAll();
    return this.#reading;
  }

  async #readAll(): Promise<void> {
    const files = sourceFiles(this.#folder, { left: maxFiles });
    const worker = async (): Promise<void> => {
      for await (const file of files) await this.#readOne(file);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  async #readOne(file: string): Promise<void> {
    const bytes = await readFile(file).catch(() => undefined);
    const found = bytes && mentionsMcp(bytes) ? registrationsIn(file, bytes.toString('utf8')) : [];
    if (found.length > 0) this.#byFile.set(file, found);
    else this.#byFile.delete(file);
  }
}

/** Before anything is decoded: nearly every file ends here. */
function mentionsMcp(bytes: Buffer): boolean {
  return (
    bytes.length <= maxBytes &&
    ['mcp', 'Mcp', 'MCP', 'odelcontextprotocol', 'odelContextProtocol', 'springframework.ai'].some((word) =>
      bytes.includes(word),
    )
  );
}

async function* sourceFiles(folder: string, bound: { left: number }): AsyncGenerator<string> {
  const entries = await opendir(folder).catch(() => undefined);
  if (!entries) return;
  const folders: string[] = [];
  for await (const entry of entries) {
    if (bound.left <= 0) return;
    const file = path.join(folder, entry.name);
    if (entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith('.')) folders.push(file);
    if (!entry.isFile() || !languageOf(entry.name)) continue;
    bound.left--;
    yield file;
  }
  for (const inner of folders) yield* sourceFiles(inner, bound);
}

function distance(file: string): number {
  return /(?:^|[\\/._-])(?:tests?|specs?|examples?|docs?|fixtures?)(?=[\\/._-])/i.test(file) ? 1 : 0;
}
