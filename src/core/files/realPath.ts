import { realpathSync } from 'node:fs';
import path from 'node:path';

/** One name for each file and folder, whatever link leads there; a path to nothing stays as it is. */
export function realPath(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return path.resolve(file);
  }
}
