import { decisiveLine } from '../model/decisiveLine.ts';
import { type Evidence, outputOf } from '../model/evidence.ts';
import { type Complaint, complaints } from './complaints.ts';
import { type Named, namesIn } from './names.ts';
import { phraseIn } from './phrases.ts';

/** A message that a program printed, as far as its words tell what it is about. */
export interface Statement {
  readonly complaint: Complaint;
  /** Those nearest to the complaint first. */
  readonly named: readonly Named[];
  /** As the program printed it. */
  readonly line: string;
  /** Without what logs put in front of it. */
  readonly text: string;
}

const longest = 300;
const mostLines = 60;
/** Times, levels, names of loggers and of errors, marks. */
const prefixes: readonly RegExp[] = [
  /^[^\p{L}\p{N}"'`<(/$@-]+/u,
  /^\(?\d{4}[-/]\d\d[-/]\d\d[T ]?[\d:.,]{0,15}(?:Z|[+-]\d\d:?\d\d)?\)?\s*[-|]?\s*/,
  /^\d\d:\d\d:\d\d[\d.,]*\s*/,
  /^\[[^\]]{1,60}\]:?\s*/,
  /^(?:error|err|fatal|critical|warn(?:ing)?|info|severe|fail(?:ure)?|e|fehler|erreur|错误|エラー|ошибка)\b\s*[:：\]|-]+\s*/iu,
  /^(?:npm (?:error|ERR!)|mcp (?:server )?error|(?:fatal|startup|server|config(?:uration)?|initiali[sz]ation|unexpected|unhandled|uncaught)(?: \w+){0,2} ?(?:error|exception|rejection))(?: \([^)]{1,40}\))?\s*[:-]?\s*/i,
  /^(?:[\w.$]{0,80}(?:Error|Exception|Exit|Fault|Failure))(?: \[\w+\])?:\s*/,
  /^\S{1,200}:\d+:in [`'][^'\n]{1,100}':\s*/,
  /^(?:Exception in thread "[^"]{1,40}"|Unhandled exception\.|Uncaught|panic:|thread '[^']{1,40}' panicked at)\s*/,
  /^(?:[\w.-]{1,40}): (?=error|fatal|cannot|could|missing|no |unable|invalid|unknown)/i,
];

/** An error of the source itself: its words are about values inside of the program. */
const notStated =
  /^\s*npm (?:warn|notice|WARN|error|ERR!)|\bERR_PNPM_|\bYN\d{4}|@ line \d+, column|Unable to find image|^\s*docker: |\block ?file\b|^\s*(?:Node\.js v\d|Bun v\d)|\b(?:Deprecation|Experimental|PendingDeprecation)Warning\b|\[DEP\d|^\s*(?:PHP )?(?:Deprecated|Notice): |\bis deprecated\b[^\n]{0,120} on line \d|^\s*\[?(?:debug|info|trace)\b/i;
const ofSource =
  /\((?:Argument|NoMethod|Name|Type|Key|Index|Frozen|Zero\w+)Error\)|\b(?:Type|Reference|Attribute|Name|Syntax|Index|Indentation|ZeroDivision|NullPointer|ClassCast|NullReference|Unbound\w+)(?:Error|Exception)\b|\bpanic: runtime error|nil pointer dereference|index out of range \[|invalid memory address|called `(?:Option|Result)::unwrap\(\)`|Cannot read propert(?:y|ies) of|has no attribute '|is not subscriptable|object is not callable|^\s*(?:at |File "|from |goroutine )|(?:node_modules|site-packages|node:internal)\/\S+:\d+|https?:\/\/\S+\/docs\b/;

/** What the output states: first of the decisive line, then of the others. */
export function statementsOf(evidence: Evidence): readonly Statement[] {
  const decisive = decisiveLine(evidence);
  const lines = withoutHelp(outputOf(evidence).split('\n'));
  const others = lines
    .filter((line) => line.length <= longest * 2 && !ofSource.test(line) && !notStated.test(line))
    .slice(-mostLines);
  const all = [
    ...(decisive === undefined || ofSource.test(decisive) || notStated.test(decisive) || inHelp.test(decisive)
      ? []
      : [decisive]),
    ...others,
  ];
  return [...new Set(all)].flatMap((line) => statementOf(line) ?? []);
}

/** A usage goes on with lists of what may be given, and of what is wanted from it. */
function withoutHelp(lines: readonly string[]): readonly string[] {
  const at = lines.findIndex((line) => /^\s*usage:/i.test(line));
  return at < 0 ? lines : lines.filter((line, index) => index < at || !inHelp.test(line));
}

const inHelp = /^\s*[-•*]\s+(?=[A-Z])|^\s+\S|^\s*--?[a-z][\w-]*\s{2,}/;

export function statementOf(line: string): Statement | undefined {
  const text = bareText(line.slice(0, longest));
  const sentences = text.split(/(?<=[\p{L}\p{N})\]"'`][.!?。！])\s+(?=\p{Lu}|$)|(?<=。)/u);
  for (const sentence of sentences) {
    const found = complaints.find(([, words]) => words.test(sentence));
    if (!found) continue;
    const own = namesIn(sentence);
    const phrase = own.length > 0 ? undefined : phraseIn(sentence);
    const others = own.length > 0 ? [] : namesIn(text).filter((each) => isTelling(each));
    const named = own.length > 0 ? own : others.length > 0 ? others : phrase ? [phrase] : namesIn(text);
    return {
      complaint: found[0],
      named: nearest(named, found[1].exec(sentence)),
      line: line.trim().slice(0, longest),
      text: sentence,
    };
  }
  return undefined;
}

/** What another sentence of the message names is clearer than words for it. */
function isTelling({ noun, name }: Named): boolean {
  return (
    noun === 'variable' || noun === 'option' || (noun === 'file' && !/^(?:requirements\.txt|package\.json)$/.test(name))
  );
}

function nearest(named: readonly Named[], complaint: RegExpExecArray | null): readonly Named[] {
  if (!complaint) return named;
  const [start, end] = [complaint.index, complaint.index + complaint[0].length];
  const distance = ({ at, end: last }: Named): number => (last <= start ? start - last : at >= end ? at - end : 0);
  return named.toSorted((a, b) => distance(a) - distance(b));
}

function bareText(line: string): string {
  let text = line.trim();
  for (let round = 0; round < 3; round++) {
    const before = text;
    for (const prefix of prefixes) text = text.replace(prefix, '');
    if (text === before) break;
  }
  return text.replace(/\s*[│|]\s*$/, '').trim();
}
