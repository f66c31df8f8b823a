import { l10n } from '../../../../base/l10n.ts';
import { clearRunCache, runFolder } from '../../cures/clearRunCache.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const npmCacheOwned = outputRule(
  'package/cache-owner',
  [/Your cache folder contains (root)-owned files/, /npm (?:ERR!|error) (?:code EACCES|errno -13)[^]{0,200}\/\.npm\//],
  ([, owner]) => ({
    cause: l10n.t(
      'Files in the cache of npm belong to another user ({0}), so packages cannot be installed.',
      owner ?? 'root?',
    ),
    remedies: [takeCache()],
  }),
);

export function takeCache(): Remedy {
  return runInTerminal(l10n.t('Take ownership of the cache'), ['sh', '-c', 'sudo chown -R $(id -u):$(id -g) ~/.npm']);
}

/** Of packages that lie on this machine, npm makes links. */
export const npmLinks = outputRule(
  'package/links',
  [/npm (?:ERR!|error) code EPERM[^]{0,40}npm (?:ERR!|error) syscall symlink/],
  (_match, { machine }) =>
    machine.platform === 'win32'
      ? {
          cause: l10n.t('Windows lets npm make links only in its developer mode.'),
          remedies: [
            runInTerminal(l10n.t('Open {0}', 'ms-settings:developers'), [
              'cmd',
              '/c',
              'start',
              'ms-settings:developers',
            ]),
          ],
        }
      : undefined,
);

export const npmCacheBroken = outputRule(
  'package/cache-broken',
  [
    /npm (?:ERR!|error) (?:code )?(ENOTEMPTY|EINTEGRITY|ECORRUPTED|EEXIST|EBUSY|EPERM)/,
    /npm (?:ERR!|error) code (ENOENT)[^]{0,200}[/\\]_npx[/\\]/,
    /npm (?:warn|WARN) cleanup[^]{0,600}?(E(?:PERM|BUSY|ACCES))\b/,
    /(zlib: unexpected end of file|TAR_ENTRY_ERROR|Unexpected end of JSON input while parsing near)/,
  ],
  ([, code = ''], { machine, stderr }) => {
    const folder = runFolder(stderr);
    const clear = runInTerminal(l10n.t('Clear the cache of npm'), ['npm', 'cache', 'clean', '--force']);
    return {
      cause: brokenCache(code, folder, stderr),
      remedies: folder === undefined ? [clear, clearRunCache(machine)] : [clearRunCache(machine, folder), clear],
    };
  },
);

function brokenCache(code: string, folder: string | undefined, stderr: string): string {
  if (/EBUSY|EPERM/.test(code))
    return l10n.t(
      'Another process uses the package that npm wants to replace ({0}).',
      [code, fileIn(stderr)].filter(Boolean).join(', '),
    );
  return folder === undefined
    ? l10n.t('What npm has stored of the package is damaged ({0}).', code)
    : l10n.t('What npx has installed in {0} is damaged ({1}).', folder, code);
}

/** The file that npm stumbled over. */
function fileIn(stderr: string): string | undefined {
  return /npm (?:ERR!|error) (?:path|dest) [^\n]{0,400}?([^\s/\\]{1,100})\s*(?:\n|$)/.exec(stderr)?.[1];
}

export const diskFull = outputRule(
  'package/disk-full',
  [/(?:ENOSPC(?!: System limit)|No space left on device|disk quota exceeded)[^\n]{0,200}/i],
  (_match, evidence) => ({
    cause: l10n.t('The disk is full.'),
    remedies: [emptyCache(evidence)],
  }),
);

/** What can be fetched again. */
function emptyCache(evidence: Evidence): Remedy {
  const runner = programName(stdioOf(evidence)?.command ?? '');
  const command = runner.startsWith('uv')
    ? ['uv', 'cache', 'clean']
    : runner === 'docker' || runner === 'podman'
      ? [runner, 'system', 'prune']
      : ['npm', 'cache', 'clean', '--force'];
  return runInTerminal(l10n.t('Free space with "{0}"', command.join(' ')), command);
}
