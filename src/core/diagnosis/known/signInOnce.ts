import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';
import type { KnownServer } from './serverFacts.ts';

/** The server itself signs in, with the words that it has for that; perhaps with a setup file that lies elsewhere. */
export function signInOnce({ login, file }: KnownServer, evidence: Evidence, there?: string): readonly Remedy[] {
  const { command = '', args = [], cwd } = stdioOf(evidence) ?? {};
  const needsVariable = file !== undefined && there !== undefined;
  if (login === undefined || (needsVariable && evidence.machine.platform === 'win32')) return [];
  const set = needsVariable ? ['env', `${file.variable}=${there}`] : [];
  return [runInTerminal(l10n.t('Sign in once in a terminal'), [...set, command, ...args, ...login.split(' ')], cwd)];
}
