import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { ServerHost } from '../../mcpServer/host.ts';
import type { PatternFolder } from './ownPatterns.ts';

/** The user's folder always, those of the workspace only where it is trusted. */
export function patternFolders(host: Pick<ServerHost, 'homeDir' | 'trusted' | 'folders'>): readonly PatternFolder[] {
  const own: PatternFolder = { path: path.join(host.homeDir, '.tmkb'), source: 'user' };
  if (!host.trusted()) return [own];
  const shared = host
    .folders()
    .map((folder): PatternFolder => ({ path: path.join(folder, '.tmkb'), source: 'workspace' }));
  return [own, ...shared.filter((folder) => folder.path !== own.path)];
}

export function isPatternName(name: string): boolean {
  return /\.ya?ml$/i.test(name) && !name.startsWith('.');
}

/** At once and without waiting: what reads patterns takes longer to load than most questions to answer. */
export function mayHavePatterns({ path: folder }: PatternFolder): boolean {
  try {
    return readdirSync(folder).some(isPatternName);
  } catch {
    return false; // there is no such folder
  }
}
