import { anyPath } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, openSource } from '../../model/remedies.ts';
import { lineOfScript } from '../../model/project.ts';
import { sourceFile } from '../../model/sourcePlace.ts';
import { outputRule } from '../../model/rule.ts';

/** A file that the server reads, such as its own configuration, is not what it should be. */
export const invalidData = outputRule(
  'crash/data',
  [
    /(SyntaxError: [^\n]{1,120} (?:in JSON at position \d+|JSON input)[^\n]{0,80})/,
    /((?:Expected|Unexpected|Bad|Unterminated)[^\n]{1,80} in JSON at position \d+[^\n]{0,60}|unexpected end of JSON input|(?:is |are )?not valid (?:JSON|YAML|TOML)[^\n]{0,80}|invalid (?:JSON|YAML|TOML)\b[^\n]{0,80})/i,
    /((?:SyntaxError: )?(?:JSON Parse error|Unexpected token [^\n]{1,40} is not valid JSON)[^\n]{0,100})/,
    /((?:json\.decoder\.)?JSONDecodeError: [^\n]{1,200})/,
    /((?:YAMLException|YAMLParseError|yaml\.(?:scanner|parser)\.\w+Error|yaml: (?:line \d+|unmarshal))[^\n]{0,200})/,
    /(?:^|\n)([^\n]{0,300}\(Psych::SyntaxError\))/,
    /(JsonException: [^\n]{1,120}|Failed deserializing config file [^\n]{1,200})/,
    /((?:tomllib\.TOMLDecodeError|TOML parse error)[^\n]{0,200})/,
    /(Error\("[^"\n]{3,120}", line: \d+, column: \d+\))/, // serde
    /(InvalidDataException: [^\n]{1,200}|Could not parse the JSON file[^\n]{0,80})/,
    /(\w{0,20}Error: [^\n]{0,80}not in the expected format[^\n]{0,120})/,
    /(missing field `[\w.-]{1,60}`[^\n]{0,80})/,
    /(Unexpected (?:end of (?:JSON|file|input|YAML)|key|identifier) [^\n]{0,100})/,
    /((?:parse|parsing|decode|decoding|unmarshal|load|loading|read|reading) [^\s:]{1,200}\.(?:jsonc?|ya?ml|toml|ini|env): [^\n]{1,200})/i,
    /((?:json|yaml|toml): cannot unmarshal [^\n]{1,200})/,
    /(invalid character '[^'\n]{1,6}' (?:looking for|after|in)[^\n]{1,120})/,
  ],
  ([, what = ''], evidence) => {
    if (/NotFound|no such file|ENOENT|cannot find|not found|permission denied|EACCES/i.test(what)) return undefined;
    const file = fileOf(evidence, what);
    return {
      cause:
        file === undefined
          ? l10n.t('A file that the server reads is not valid: {0}', what)
          : l10n.t('The file {0}, which the server reads, is not valid: {1}', file, what),
      remedies: [
        ...openIt(file, evidence),
        advise(l10n.t('Correct the file; a comma too many or a comment is enough to break JSON.')),
      ],
      isCertain: false,
    };
  },
);

/** Among the arguments and variables, or as the output names it. */
function fileOf(evidence: Evidence, said: string): string | undefined {
  const bare = /(?:^|[\s'"`(])([\w.-]{1,100}\.(?:jsonc?|ya?ml|toml|ini|env))\b/;
  const stated = bare.exec(said)?.[1];
  if (stated !== undefined) return stated;
  const parsed =
    /(?:Failed to parse|parse|parsing|reading)[^\n]{0,20}?[`'"]([^`'"\n]{2,300}\.(?:jsonc?|ya?ml|toml))[`'"]/i.exec(
      outputOf(evidence),
    )?.[1];
  if (parsed !== undefined) return parsed;
  const isData = /\.(?:jsonc?|ya?ml|toml)$/;
  const launch = stdioOf(evidence);
  const given =
    launch && [...launch.args, ...Object.values(launch.env)].map((each) => each?.replace(/^--?[\w-]+=/, ''));
  const named = /(?:^|[\s'"(])((?:[A-Za-z]:)?[./~][^\s'"():]{1,300}\.(?:jsonc?|ya?ml|toml))\b/.exec(
    outputOf(evidence),
  )?.[1];
  const argument = given?.find((each) => each !== undefined && each !== null && isData.test(each));
  return argument ?? named ?? bare.exec(outputOf(evidence))?.[1] ?? readByScript(evidence);
}

/** The only one that the script reads, where it is there. */
function readByScript(evidence: Evidence): string | undefined {
  const read =
    /\b(?:read|open|load|require|parse|import)\w*\b[^\n]{0,80}?['"`](?:\.\/)?([\w./-]{1,100}\.(?:jsonc?|ya?ml|toml))['"`]/;
  const script = lineOfScript(evidence, (line) => read.test(line));
  const name = read.exec(script?.text ?? '')?.[1] ?? '';
  const own = anyPath.join(anyPath.dirname(script?.file ?? ''), name); // `__dirname + '/config.json'`
  if (name === '' || sourceFile(name, evidence) !== undefined) return name || undefined;
  return sourceFile(own, evidence);
}

/** The line is the one that the parser names. */
function openIt(file: string | undefined, evidence: Evidence): readonly Remedy[] {
  const found = file === undefined ? undefined : sourceFile(file, evidence);
  const line = /\bline:? ?(\d{1,6})/i.exec(outputOf(evidence))?.[1];
  const at = /\bposition (\d{1,6})/.exec(outputOf(evidence))?.[1];
  const before = found === undefined ? '' : evidence.machine.head(found).slice(0, Number(at ?? 0));
  return found === undefined ? [] : [openSource(found, Number(line ?? before.split('\n').length))];
}
