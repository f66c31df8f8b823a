import { realPath } from '../../files/realPath.ts';
import type { InputDeclaration, ServerEntry } from './model.ts';

/**
 * What was decided about an entry belongs to its folder and its name, not to its file: an entry that moves from one
 * file to another unchanged stays approved, and a window and a command line on the same folder agree.
 */
export function entryScope({ name, source: { folder, kind, file } }: ServerEntry): string {
  if (folder) return entryScopeOf(folder.path, name);
  return entryScopeOf(kind === 'codeWorkspace' ? file : null, name); // the workspace's file belongs to it like its folders
}

/** `place` is a folder or a workspace file; the user's own entries have none. */
export function entryScopeOf(place: string | null, name: string): string {
  return JSON.stringify([place === null ? null : realPath(place), name]);
}

/** All entries of a file share the values of its inputs. */
export function inputScope({ file }: Pick<InputDeclaration, 'file'>): string {
  return realPath(file);
}
