import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { debounce } from '../../../base/async.ts';
import { FolderWatch } from '../../files/watchFolders.ts';
import type { PatternFiles } from './ownPatterns.ts';
import { isPatternName } from './patternFolders.ts';

const quietMs = 200;

/** Patterns on the real disk. */
export const diskPatternFiles: PatternFiles = {
  async list(folder) {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    const names = entries.filter((entry) => entry.isFile() && isPatternName(entry.name)).map((entry) => entry.name);
    return names.toSorted().map((name) => path.join(folder, name));
  },
  async read(file, maxBytes) {
    const found = await stat(file).catch(() => undefined);
    if (!found?.isFile() || found.size > maxBytes) return undefined;
    return readFile(file, 'utf8').catch(() => undefined);
  },
  watch(folders, changed) {
    const settled = debounce(() => {
      watching.follow(folders, new Set(folders)); // a folder that appeared must be watched from now on
      changed();
    }, quietMs);
    const watching = new FolderWatch(settled);
    watching.follow(folders, new Set(folders));
    return {
      dispose: () => {
        settled.dispose();
        watching.dispose();
      },
    };
  },
};
