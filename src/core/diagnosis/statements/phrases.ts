import type { Named } from './names.ts';

const article =
  '(?:(?:an?|the|your|this|its|any|no|valid|running|required|missing|specified|configured|provided|following|matching|existing|compatible|or invalid|or empty|installed|active|suitable|necessary|one|all|both|currently|either) )*';
const words = '([\\p{L}\\p{N}@][^.,:;!?()"\'`\\n—–]{1,60}?)';
const verb =
  "(?:is|are|was|were|has|have|does|do|did|must|should|cannot|can't|could|couldn't|isn't|aren't|not|needs?|required|missing|may)";
/** "Redis URL is required", "MCP SDK not installed". */
const before = new RegExp(`^${article}${words} (?=${verb}\\b)`, 'iu');
const end =
  '(?=\\s*(?:$|[.,:;!?(—–])|\\s+(?:is|are|was|were|found|provided|specified|given|set|configured|available|detected|installed|running|via|with|in|on|at|from|for|as|by|or|to|before|first|when|because|and|using|inside|under|into|if|while|but|that|which|within|not)\\b)';
/** "requires a source file", "No running editor found", "Could not connect to Blender". */
const behind = new RegExp(
  `(?:\\b(?:requires?|needs?|missing|provide|specify|supply|enter|find|locate|load|open|read|connect to|connecting to|reach|contact|no(?! such)|without|install|start|unknown|invalid|unsupported|access|use|support|detect|import|resolve|access to|authenticate (?:to|with)|log ?in to|sign ?in to))\\s+${article}${words}${end}`,
  'iu',
);
/** "database.host: Required" */
const field = /^([A-Za-z][\w.[\]-]{1,60}): (?:is )?(?:required|missing)/i;
/** "command가 설정되지 않아" */
const korean = /^([A-Za-z][\w.-]{1,40})(?:가|이|은|는|을|를)\s/;
/** "Unknown transport: grpc" */
const ofKind =
  /\b(?:unknown|invalid|unsupported|unrecogni[sz]ed|bad|illegal|no such) ([a-z][\w -]{1,30}):? ["'`]?([\w@.][\w@./:+-]{0,60})["'`]?(?=\s*(?:$|[.,:;!)(]))/i;
/** "…: gitlab-7" */
const atEnd = /[:：]\s*["'`]?([\p{L}\p{N}@][\p{L}\p{N}@._/-]{1,60})["'`]?\s*$/u;

const empty =
  /^(?:operation\b.*|(?:\w+ )?configuration|environment variables?|env vars?|api|denied|token|key|keys|url|id|ids|config|configuration|settings|credentials|access|permission|certificate|connection|host|user|account|resource|url or path|module|package|library|tool|tools|method|function|object|type|version|port|address|missing|required|invalid|or|it|this|that|they|there|you|we|i|he|which|what|who|something|anything|nothing|everything|error|errors|an error|server|the server|mcp server|application|app|process|program|value|values|input|request|response|operation|command|file|path|name|data|connection|server error|startup|initialization|please|one|at least one|following|argument|arguments|option|options|usage|details?|reason|message|them|more|other|of|and|or|to|be|so|if|failed|unable|could|cannot|exit|undefined|null|none|true|false|start|stop|run|to (?:start|run|connect|load|initialize)(?: .*)?)$/i;
const mostWords = 5;

/** What a sentence is about, where no name in it looks like one: its subject or its object. */
export function phraseIn(sentence: string): Named | undefined {
  const [whole, kind, value] = ofKind.exec(sentence) ?? [];
  if (whole !== undefined && value !== undefined && !empty.test(value)) {
    const at = sentence.indexOf(whole);
    return { noun: 'thing', name: `"${kind ?? ''} ${value}"`, at, end: at + whole.length };
  }
  for (const form of [field, korean, before, atEnd, behind]) {
    const match = form.exec(sentence);
    const phrase = match?.[1]?.trim().replace(/\.$/, '');
    if (!match || phrase === undefined || empty.test(phrase) || phrase.split(/\s+/).length > mostWords) continue;
    if (/\b(?:you|could|can|be|been|is|are|was|made|provided|will|would|it|we|they|occurred|calling)\b/i.test(phrase))
      continue;
    if (/^(?:to|for|in|on|at|by|of|with|when|if|while|unable|failed|could|cannot|error)\b/i.test(phrase)) continue;
    const at = match.index + match[0].indexOf(phrase);
    return { noun: 'thing', name: `"${phrase}"`, at, end: at + phrase.length };
  }
  return undefined;
}
