import { realPath } from '../files/realPath.ts';
import type { WorkspacePort } from '../ports/ports.ts';

export const userScope = 'user';

/** The same for every window and command line on the same folder or workspace file, whatever link leads there. */
export function workspaceScope({ file, folders }: Pick<WorkspacePort, 'file' | 'folders'>): string {
  if (file !== undefined) return realPath(file);
  const paths = folders.map((folder) => realPath(folder.path));
  if (paths.length === 1 && paths[0] !== undefined) return paths[0];
  return JSON.stringify(paths.toSorted());
}
