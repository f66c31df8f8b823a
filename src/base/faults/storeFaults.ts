import { Fault, messageOf } from '../fault.ts';
import { l10n } from '../l10n.ts';

/** Said once; the session goes on with what can be read. */
export function storeOfLaterVersion(file: string): Fault {
  return new Fault('store/later-version', l10n.t('{0} was written by a later version of MCP Switchboard.', file), {
    hint: l10n.t('It is read but not changed: approvals and calls of this session are not remembered.'),
    data: { file },
  });
}

export function storeBroken(file: string, aside: string, cause: unknown): Fault {
  return new Fault('store/broken', l10n.t('{0} could not be read and was renamed to {1}.', file, aside), {
    hint: l10n.t('Approvals and the history of calls begin anew.'),
    cause,
    data: { file, aside },
  });
}

export function storeUnavailable(file: string, cause: unknown): Fault {
  return new Fault('store/unavailable', l10n.t('{0} cannot be used: {1}', file, messageOf(cause)), {
    hint: l10n.t('Approvals and calls of this session are not remembered.'),
    cause,
    data: { file },
  });
}

export function storeNotRead(file: string, cause: unknown): Fault {
  return new Fault('store/not-read', l10n.t('{0} could not be read: {1}', file, messageOf(cause)), {
    cause,
    data: { file },
  });
}
