const quoted = /["'`“‘]([^"'`“”‘’\n]{2,160})["'`”’]/;
const thing = String.raw`((?:@|[A-Za-z]:)?[\w./~-][\w./@:~\\-]{1,160})`;
const complaints =
  "not found|not installed|not set|not configured|not available|not supported|not allowed|is missing|is required|is invalid|is not|does not exist|doesn't exist|already|could not|cannot|failed|denied|expired|has expired|exceeded";
/** What a message is about, by where its name stands. */
const forms: readonly RegExp[] = [
  quoted,
  new RegExp(
    `(?:not found|no such \\w+|[Mm]issing(?: \\w+)?|does not exist|[Uu]nknown \\w+|[Ii]nvalid \\w+|[Uu]nsupported \\w+|denied(?: for| to)?|[Cc]ould not (?:find|open|load|read)|[Cc]annot (?:find|open|load|read)|[Uu]nable to (?:find|open|load|read)|[Ff]ailed to (?:find|open|load|read))(?::\\s+| (?:file|directory|folder|module|package|path) )${thing}`,
  ),
  new RegExp(
    `\\b(?:file|directory|folder|module|package|path|key|variable|setting|option|port|host|user|database|table|model|project|profile|device|command|plugin) ${thing} (?:${complaints})`,
    'i',
  ),
  new RegExp(`(?:^|[\\s(])(${String.raw`(?:\.{0,2}/|[A-Za-z]:\\|~/)`}[^\\s'"():,]{2,160})`),
];
const tooGeneral = /^(?:the|an?|it|this|that|server|error|undefined|null|none|object|to|of|in|for|is|not|and)$/i;

/** The name in a message of any program, where one stands out. */
export function subjectOf(line: string): string | undefined {
  const found = forms.map((form) => form.exec(line)?.[1]?.replace(/[.,:;)]+$/, ''));
  return found.find(
    (name) => name !== undefined && name.length > 1 && !tooGeneral.test(name) && !/\s{2}|\s\w+\s\w+\s/.test(name),
  );
}
