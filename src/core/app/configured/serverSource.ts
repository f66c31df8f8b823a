import path from 'node:path';
import { Fault } from '../../../base/fault.ts';
import type { ServerEntry } from '../../config/model/model.ts';

/** Where a server is configured; while its entry is being removed, the last known place. */
export function sourceOf(entry: () => ServerEntry): () => string {
  let last = shortSource(entry());
  return () => {
    try {
      last = shortSource(entry());
    } catch (error) {
      if (!Fault.is(error, 'server/unknown')) throw error;
    }
    return last;
  };
}

/** `.vscode/mcp.json`, as users call it; a folder's name comes first where there are several. */
function shortSource({ source }: ServerEntry): string {
  const { file, folder, kind } = source;
  if (!folder) return kind === 'codeWorkspace' ? path.basename(file) : 'user';
  return file.startsWith(folder.path) ? file.slice(folder.path.length + 1).replaceAll('\\', '/') : file;
}
