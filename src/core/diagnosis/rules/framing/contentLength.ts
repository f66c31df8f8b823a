import { l10n } from '../../../../base/l10n.ts';
import { advise } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

export const contentLength = outputRule(
  'framing/content-length',
  [/(?:^|\n)Content-Length: ?\d+/i],
  (_match, { noise }) => {
    if (!noise.some((line) => /^Content-Length:/i.test(line))) return undefined;
    return {
      cause: l10n.t(
        'The server sends "Content-Length" heads as language servers do; MCP has one message on each line.',
      ),
      remedies: [advise(l10n.t('Change the server to newline-delimited JSON, or use an SDK of MCP.'))],
    };
  },
);

export const jsonOverLines = outputRule('framing/json-lines', [/(?:^|\n)\{\s*(?:\n|$)/], (_match, { noise }) => {
  if (
    !noise.some((line) => /^[{[]\s*$/.test(line)) ||
    !noise.some((line) => /^\s*"(?:jsonrpc|id|result|method)"/.test(line))
  )
    return undefined;
  return {
    cause: l10n.t('The server prints its JSON over several lines; MCP has one message on each line.'),
    remedies: [advise(l10n.t('Write each message without indentation and line breaks.'))],
  };
});
