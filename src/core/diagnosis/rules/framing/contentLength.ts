import { l10n } from '../../../../base/l10n.ts';
import { lineOfScript } from '../../model/project.ts';
import { advise, openSource } from '../../model/remedies.ts';
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

/** How languages are told to indent. */
const indents =
  /JSON\.stringify\([^)]{1,80},[^,)]{1,40},\s*(?:\d|["'\\])|pretty_generate|JSON_PRETTY_PRINT|\bindent\s*[=:]\s*\d|MarshalIndent|SetIndent|to_string_pretty|WriteIndented|Formatting\.Indented|PrettyPrint/;

export const jsonOverLines = outputRule('framing/json-lines', [/(?:^|\n)\{\s*(?:\n|$)/], (_match, evidence) => {
  const { noise } = evidence;
  const place = lineOfScript(evidence, (line) => indents.test(line));
  if (
    !noise.some((line) => /^[{[]\s*$/.test(line)) ||
    !noise.some((line) => /^\s*"(?:jsonrpc|id|result|method)"/.test(line))
  )
    return undefined;
  return {
    cause: l10n.t('The server prints its JSON over several lines; MCP has one message on each line.'),
    remedies: [
      ...(place ? [openSource(place.file, place.line)] : []),
      advise(l10n.t('Write each message without indentation and line breaks.')),
    ],
  };
});
