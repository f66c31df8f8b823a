import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf } from '../../model/evidence.ts';
import { namesRead } from '../../model/project.ts';
import { askFor, openSource } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';
import { sourcePlace } from '../../model/sourcePlace.ts';
import { fromFile } from './read.ts';
import { givenVariables } from './missingVariables.ts';

/** Something was expected, and nothing was there. */
const nothing =
  /Cannot read propert(?:y|ies) (?:'\w+' )?of (?:undefined|null)|(?:undefined|null) is not (?:an object|iterable|a function)|of undefined|NoneType|argument must be (?:of type )?(?:a |an )?(?:string|str)|must be str, bytes|not None|received undefined|Received (?:undefined|null|type undefined)|ERR_INVALID_ARG_TYPE|nil:NilClass|for nil|undefined method|Invalid URL|Undefined (?:array key|index)|Passing null|NullPointerException|because "[\w.]+" is null|JSON\.parse|Unexpected token 'u'|"undefined" is not valid JSON|invalid literal for int|Value cannot be null|: NotPresent/;
const most = 4;

/** The line of the source at which it crashed reads a variable that nothing sets. */
export const lineReadsVariable = rule('variable/line', (evidence) => {
  const output = outputOf(evidence);
  const match = evidence.end ? nothing.exec(output) : null;
  if (!match) return undefined;
  const place = sourcePlace(evidence);
  const given = givenVariables(evidence);
  const lines = [...output.split('\n').filter((line) => line.length < longest), ...textAt(place, evidence)];
  const read = lines.flatMap((line) => namesRead(line).filter((name) => !hasDefault(name, line)));
  const names = [...new Set(read)].filter((name) => !given[name]).slice(0, most);
  if (names.length === 0) return undefined;
  const file = fromFile(names, evidence);
  return {
    cause: file
      ? l10n.t('{0} is set in {1} only, which the server does not read.', names.join(', '), file.file)
      : l10n.t('The server crashed where it reads an environment variable that is not set: {0}.', names.join(', ')),
    remedies: [
      ...(file ? [file.remedy] : []),
      ...names.map(askFor),
      ...(place ? [openSource(place.file, place.line)] : []),
    ],
    ...inEntry('env'),
    proof: lineAt(output, match.index),
  };
});

/** `get("NAME", "other")`, `NAME ?? other` */
function hasDefault(name: string, line: string): boolean {
  return new RegExp(`${name}(?:['"]\\s*,|['"\\])]*\\s*(?:\\?\\?|\\|\\||or\\b))`).test(line);
}

const longest = 300;

/** Where the output does not print the line. */
function textAt(place: ReturnType<typeof sourcePlace>, { machine }: Evidence): readonly string[] {
  const line = place && machine.head(place.file).split('\n')[place.line - 1];
  return line === undefined ? [] : [line];
}
