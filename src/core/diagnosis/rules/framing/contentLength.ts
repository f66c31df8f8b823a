import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { lineOfScript } from '../../model/project.ts';
import { advise, openSource } from '../../model/remedies.ts';
import { outputRule, rule } from '../../model/rule.ts';

/** It sends such heads, or waits for them for ever. */
export const contentLength = rule('framing/content-length', (evidence) => {
  const sent = evidence.noise.find((line) => /^Content-Length:/i.test(line));
  const place = lineOfScript(evidence, (line) => /\bcontent-length\b/i.test(line) && !/^\s*(?:#|\/\/)/.test(line));
  const isWaiting =
    evidence.timedOut && place !== undefined && !/https?\.createServer|BaseHTTP|\bfetch\(/.test(place.text);
  if (!stdioOf(evidence) || (sent === undefined && !isWaiting)) return undefined;
  return {
    cause: l10n.t('The server uses "Content-Length" heads as language servers do; MCP has one message on each line.'),
    remedies: [
      ...(place ? [openSource(place.file, place.line)] : []),
      advise(l10n.t('Change the server to newline-delimited JSON, or use an SDK of MCP.')),
    ],
    ...(sent !== undefined && { proof: sent.slice(0, 300) }),
  };
});

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
