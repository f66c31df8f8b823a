import type { ServerEntry } from './model.ts';

/** Where what was decided about an entry is remembered. The workspace's own file belongs to it like its folders. */
export function scopeOf({ source }: ServerEntry): 'workspace' | 'user' {
  return source.folder || source.kind === 'codeWorkspace' ? 'workspace' : 'user';
}

/** By folder and name, not by file: an entry that moves from one file to another unchanged stays approved. */
export function entryKey({ name, source }: ServerEntry): string {
  return JSON.stringify([source.folder?.path ?? null, name]);
}
