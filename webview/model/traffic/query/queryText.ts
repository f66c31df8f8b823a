import type { QueryProblem } from '../../../../src/contract/traffic/trafficQuery.ts';
import type { QueryFieldName } from '../../../../src/contract/traffic/trafficFields.ts';
import { t } from '../../../platform/l10n.ts';

/** What is wrong with a query, as a sentence. */
export function problemText(problem: QueryProblem): string {
  switch (problem.code) {
    case 'unknown-field':
      return t('Unknown field "{0}". Use quotes to search for the text.', problem.name);
    case 'unknown-value':
      return t('"{0}" is not one of {1}', problem.value, problem.known);
    case 'bad-number':
      return t('"{0}" is not a number such as 100ms, 2s or 10kb', problem.value);
    case 'bad-pattern':
      return problem.reason;
    case 'slow-pattern':
      return t('The search was stopped because the regular expression takes too long.');
    case 'no-value':
      return t('"{0}" needs a value', problem.name);
    default:
      return problem satisfies never;
  }
}

const fieldTexts: Readonly<Record<QueryFieldName, () => string>> = {
  server: () => t('server name'),
  method: () => t('message method'),
  tool: () => t('tool, prompt or resource'),
  id: () => t('request id'),
  connection: () => t('connection of a server'),
  body: () => t('text in the body'),
  direction: () => t('out or in'),
  kind: () => t('request, response, stderr, …'),
  status: () => t('ok, error, toolError, pending, …'),
  is: () => t('pinned, pending, probe, …'),
  duration: () => t('time to response'),
  size: () => t('message size'),
  http: () => t('HTTP status'),
  time: () => t('milliseconds since 1970'),
};

/** What a suggested field filters by; nothing for a value. */
export function fieldText(offered: string): string {
  const name = /^-?(\w+)[:>]$/.exec(offered)?.[1] ?? '';
  return Object.hasOwn(fieldTexts, name) ? fieldTexts[name as QueryFieldName]() : '';
}
