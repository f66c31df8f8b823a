import { Fault } from '../fault.ts';
import { l10n } from '../l10n.ts';

const budgetSentences = {
  flood: (limit: number, seconds: number) =>
    l10n.t('The server was stopped: it sent more than {0} messages a second for {1} s', limit, seconds),
  busy: (percent: number, seconds: number) =>
    l10n.t('The server was stopped: reading what it sent took more than {0} % of the time for {1} s', percent, seconds),
  endless: (limit: number) =>
    l10n.t('The server was stopped: it sent a message without an end, more than {0} bytes', limit),
  batch: (limit: number) => l10n.t('The server was stopped: it sent a batch of more than {0} messages', limit),
  unread: (limit: number, seconds: number) =>
    l10n.t('The server was stopped: it left more than {0} responses unread for {1} s', limit, seconds),
  unreadBytes: (limit: number) => l10n.t('The server was stopped: it left more than {0} bytes unread', limit),
  outputClosed: () => l10n.t('The server was stopped: it closed its output, and no response can arrive any more'),
} as const;

export type BudgetName = keyof typeof budgetSentences;

/** A hard budget of a server is used up: it was stopped for it. */
export function budgetExceeded(budget: keyof typeof budgetSentences, limit: number, found = 0): Fault {
  return new Fault('limit/exceeded', budgetSentences[budget](limit, found), {
    hint: l10n.t('See its log and its traffic for what it sent, then start it again.'),
    data: { budget, limit, ...(found > 0 && { found }) },
  });
}
