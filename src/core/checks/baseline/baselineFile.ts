import { isRecord, parseJson } from '../../../base/json.ts';
import type { FilesPort } from '../../ports/ports.ts';
import { type Surface, isSurface } from './surface.ts';

/** By protocol version: a server of both eras may offer different things in each. */
export interface Baseline {
  readonly mcpbaseline: 1;
  readonly server: string;
  readonly surfaces: Readonly<Record<string, Surface>>;
}

/** `undefined` where there is none. Throws where the file is something else. */
export async function readBaseline(files: FilesPort, file: string): Promise<Baseline | undefined> {
  const text = await files.read(file);
  if (text === undefined) return undefined;
  const parsed = parseJson(text);
  if (parsed.ok && isBaseline(parsed.value)) return parsed.value;
  throw new Error(`${file} is no baseline. Restore or delete it; it is not overwritten.`);
}

function isBaseline(value: unknown): value is Baseline {
  return (
    isRecord(value) &&
    value['mcpbaseline'] === 1 &&
    isRecord(value['surfaces']) &&
    Object.values(value['surfaces']).every(isSurface)
  );
}

export async function writeBaseline(files: FilesPort, file: string, baseline: Baseline): Promise<void> {
  await files.edit(file, () => `${JSON.stringify(baseline, undefined, 2)}\n`);
}
