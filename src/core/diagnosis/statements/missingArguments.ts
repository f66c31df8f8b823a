const noun =
  '(?:arguments?|options?|flags?|parameters?|params?|operands?|switch(?:es)?|positionals?|sub-?commands?)(?:\\(s\\))?';
/** How parsers of arguments begin their list of what is missing; their names stand behind it. */
const beginnings: readonly RegExp[] = [
  new RegExp(
    `\\b(?:missing|required|mandatory|expected|provide|specify|supply|need(?:s|ed)?|requires?|without)\\b(?: (?:an?|the|one|following|required|mandatory|positional|command[- ]line|of|or|more|at|least|is|are|these)){0,5} ${noun}(?: missing)?(?: (?:for|of|in) (?:command )?[\\w '"-]{1,40}?)?(?: (?:is|are|was|were) (?:required|missing|not provided))?(?:\\s*:\\s*|\\s+(?=["'\`<-]|[A-Z\\w][\\w-]*(?:\\s*$|[.,\\n])))`,
    'i',
  ),
  /\bthe following (?:required )?(?:arguments?|options?|flags?|parameters?) (?:is|are|was|were) (?:required|missing|not provided):?\s*/i,
];
/** "requires a subcommand", "requires at least 1 argument", "Required command was not provided". */
const unnamed =
  /\brequires? (?:at least |exactly )?(?:an?|one) (sub-?command)\b|\brequired (command|sub-?command|argument|option|parameter) (?:was|is|were|not)\b|\b(sub-?command) is required\b|\bno (command|sub-?command|argument|url|target|input file) (?:was |were )?(?:specified|provided|given|supplied)\b/i;
/** The name stands before the complaint. */
const complained = new RegExp(
  `\\b${noun}:? (["'\`<]?-{0,2}[\\w][\\w-]{0,60}(?:[=< ][^"'\`\\n]{0,40})?[>"'\`]?) (?:(?:is|are|was|were) )?(?:required|missing|mandatory|not (?:set|provided|specified|given|supplied)|must be (?:set|provided|specified|given|supplied)|needs? (?:an? )?(?:argument|value))`,
  'i',
);
const item =
  /^(?:\s*(?:[,;&|]|\band\b|\bor\b|\n\s{2,}(?:[-*•](?=\s))?)\s*)*(?:["'`‘“]([^"'`’”\n]{1,80})["'`’”]|<([\w-]{1,60})>|(?:-[A-Za-z](?:,|\/| \|)\s*)?(--?[A-Za-z][\w-]{0,60})|([A-Za-z][\w-]{0,60}))(?:[= ]<[^>\n]{1,60}>|=[\w<>[\]|-]{1,60})?(?:\.\.\.)?/;
const noNames =
  /^(?:is|are|was|were|not|must|be|to|for|in|the|an?|of|please|usage|try|see|use|with|when|if|none|undefined|null|and|or|but|on|as|via|by|at|set|provided|error|missing|required|found|got|given|command|options?)$/i;
const most = 8;

/** The names of the arguments that a program misses, in the words of any parser: argparse, click, clap, cobra, yargs, commander, oclif, picocli, System.CommandLine, kong … */
export function missingArguments(
  output: string,
): { readonly names: readonly string[]; readonly at: number } | undefined {
  for (const beginning of beginnings) {
    const match = beginning.exec(output);
    const names = match ? listAt(output.slice(match.index + match[0].length, match.index + match[0].length + 600)) : [];
    if (match && names.length > 0) return { names, at: match.index };
  }
  const match = complained.exec(output);
  const [name] = match ? listAt(match[1] ?? '') : [];
  if (match && name !== undefined) return { names: [name], at: match.index };
  const bare = unnamed.exec(output);
  return bare ? { names: [bare.slice(1).find((each) => each !== undefined) ?? ''], at: bare.index } : undefined;
}

function listAt(text: string): readonly string[] {
  const names: string[] = [];
  let rest = text;
  while (names.length < most) {
    const match = item.exec(rest);
    const name = bareName(match?.slice(1).findLast((each) => each !== undefined) ?? '');
    if (!match || name === '' || noNames.test(name)) break;
    names.push(name);
    rest = rest.slice(match[0].length);
    if (!/^\s*(?:[,;&|]|and\b|or\b|\n\s{2,}[-*•]?\s*(?:-|<|["']))/.test(rest)) break;
  }
  return [...new Set(names)];
}

/** `--jdbc-url=<jdbcUrl>` and `-c, --config <file>` are named by their long option. */
function bareName(text: string): string {
  const option = /--[\w-]+/.exec(text)?.[0];
  return option ?? text.replace(/[=<\s].*$/s, '').trim();
}
