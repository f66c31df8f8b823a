import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** Packages from repositories are fetched by git, which cannot ask for a password here. */
export const gitSignIn = outputRule(
  'network/git',
  [
    /could not read (?:Username|Password) for '(https?:\/\/[^'\n]{1,200})'/,
    /Authentication failed for '(https?:\/\/[^'\n]{1,200})'/,
    /(?:remote: )?(Repository not found|Invalid username or (?:token|password))\b[^\n]{0,80}/,
    /(?:git@([\w.-]{1,60}): Permission denied|Could not read from remote repository)/,
    /fatal: (repository '[^'\n]{1,200}' (?:does not exist|not found))/,
  ],
  ([all = '', where = ''], evidence) => {
    if (!isFromRepository(evidence, all)) return undefined;
    return {
      cause: l10n.t(
        'git gets no access to the repository of the package: {0}',
        repositoryOf(evidence, where === '' ? all : where),
      ),
      remedies: [...tryIt(evidence), advise(l10n.t('Check the address of the repository, and sign in to git for it.'))],
    };
  },
);

/** The entry knows it whole. */
function repositoryOf(evidence: Evidence, said: string): string {
  if (/^https?:\/\/[^/]+\/./.test(said)) return said;
  return stdioOf(evidence)?.args.find((arg) => /^git\+|^github:|\.git$|github\.com\/|gitlab\.com\//.test(arg)) ?? said;
}

function isFromRepository(evidence: Evidence, all: string): boolean {
  const args = stdioOf(evidence)?.args ?? [];
  return (
    /fatal:|could not read|remote:|for 'https?:/.test(all) ||
    args.some((arg) => /git\+|^github:|\.git$|github\.com/.test(arg))
  );
}

/** In a terminal git asks, and keeps the answer for the next time. */
function tryIt(evidence: Evidence): readonly Remedy[] {
  const named = stdioOf(evidence)?.args.find((arg) => /^(?:git\+|github:)|github\.com\//.test(arg));
  const address = named
    ?.replace(/^git\+/, '')
    .replace(/^github:/, 'https://github.com/')
    .replace(/^(?=github\.com)/, 'https://')
    .replace(/(?:(?<=[^/:])@[\w./-]+|#.*)$/, (tail) => (tail.includes(':') || /^@[\w.-]+\//.test(tail) ? tail : ''));
  if (address === undefined || !/^(?:https|ssh):\/\/[\w.@:/-]+$/.test(address)) return [];
  return [runInTerminal(l10n.t('Let git ask in a terminal'), ['git', 'ls-remote', address])];
}
