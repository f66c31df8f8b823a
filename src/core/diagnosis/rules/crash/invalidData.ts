import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, openSource } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** A file that the server reads, such as its own configuration, is not what it should be. */
export const invalidData = outputRule(
  'crash/data',
  [
    /(SyntaxError: [^\n]{1,120} (?:in JSON at position \d+|JSON input)[^\n]{0,80})/,
    /((?:SyntaxError: )?(?:JSON Parse error|Unexpected token [^\n]{1,40} is not valid JSON)[^\n]{0,100})/,
    /((?:json\.decoder\.)?JSONDecodeError: [^\n]{1,200})/,
    /((?:YAMLException|YAMLParseError|yaml\.(?:scanner|parser)\.\w+Error|yaml: (?:line \d+|unmarshal))[^\n]{0,200})/,
    /((?:tomllib\.TOMLDecodeError|TOML parse error)[^\n]{0,200})/,
    /(Error\("[^"\n]{3,120}", line: \d+, column: \d+\))/, // serde
    /(InvalidDataException: [^\n]{1,200}|Could not parse the JSON file[^\n]{0,80})/,
    /(\w{0,20}Error: [^\n]{0,80}not in the expected format[^\n]{0,120})/,
    /(missing field `[\w.-]{1,60}`[^\n]{0,80})/,
    /(Unexpected (?:end of (?:JSON|file|input|YAML)|key|identifier) [^\n]{0,100})/,
    /(UnicodeDecodeError: [^\n]{1,200})/,
    /(invalid character '[^'\n]{1,6}' (?:looking for|after|in)[^\n]{1,120})/,
  ],
  ([, what = ''], evidence) => {
    const file = fileOf(evidence);
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
function fileOf(evidence: Evidence): string | undefined {
  const isData = /\.(?:jsonc?|ya?ml|toml)$/;
  const launch = stdioOf(evidence);
  const given =
    launch && [...launch.args, ...Object.values(launch.env)].map((each) => each?.replace(/^--?[\w-]+=/, ''));
  const named = /(?:^|[\s'"(])((?:[A-Za-z]:)?[./~][^\s'"():]{1,300}\.(?:jsonc?|ya?ml|toml))\b/.exec(
    outputOf(evidence),
  )?.[1];
  return given?.find((each) => each !== undefined && each !== null && isData.test(each)) ?? named;
}

function openIt(file: string | undefined, { machine }: Evidence): readonly Remedy[] {
  return file !== undefined && machine.kindOf(file) === 'file' ? [openSource(file, 1)] : [];
}
