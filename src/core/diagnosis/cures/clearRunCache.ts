import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import type { Machine } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';

/** npx keeps what it has installed apart from the cache of npm. */
export function clearRunCache({ home, platform }: Machine, folder?: string): Remedy {
  const text = l10n.t('Remove what npx has installed');
  return platform === 'win32'
    ? runInTerminal(text, ['cmd', '/c', `rmdir /s /q "${folder ?? '%LOCALAPPDATA%\\npm-cache\\_npx'}"`])
    : runInTerminal(text, ['rm', '-rf', folder ?? `${home}/.npm/_npx`]);
}

/** Where npx has installed this one package. It will be removed, so no way around is followed. */
export function runFolder(text: string): string | undefined {
  const folder = /(?:^|[\s'"])((?:[A-Za-z]:)?[/\\][\w./\\@~-]{0,300}[/\\]_npx[/\\][0-9a-f]{6,40})(?=[/\\])/.exec(
    text,
  )?.[1];
  return folder?.includes('..') ? undefined : folder;
}
