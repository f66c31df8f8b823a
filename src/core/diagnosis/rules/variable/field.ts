import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { openFile } from '../../cures/openFile.ts';
import { alikeVariable } from '../../cures/entryValues.ts';
import { advise, askFor } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** A setting that a validator names as the program calls it inside, which is not the name of a variable. */
export const fieldInvalid = outputRule(
  'variable/field',
  [
    /validation failed for '\w{1,60}' members: '([\w.:]{1,80})' with the error: '([^'\n]{1,200})/, // .NET
    /(?:^|\n)\s*(?!path\b|code\b|errors?\b|requireStack\b|spawnargs\b|stack\b)([a-z]\w{1,60}): \[ ?'([^'\n]{3,200})' ?\]/, // zod, flattened
    /"message":\s*"([^"\n]{3,160})",\s*"path":\s*\[\s*"([\w.-]{1,60})"/, // zod 3
    /"path":\s*\[\s*"([\w.-]{1,60})"\s*\],\s*"message":\s*"([^"\n]{3,160})"/, // zod 4
    /(?:^|\n)\s*(?:✖|×|-|•) ([^\n]{3,160})\n\s*→ at ([\w.[\]]{1,60})/, // zod, pretty
    /(Value cannot be (?:null|an empty string)[^\n]{0,60}?) \(Parameter '([\w.]{1,60})'\)/, // .NET
    /(must have required property) '([\w.-]{1,60})'/, // ajv
    /"([\w.]{1,60})" ((?:is required|is not allowed|must be|must have|length must|with value)[^\n\]]{0,120})/, // joi
    /(?:^|\n|Error: )((?!node\b)[a-z][\w.]{1,60}): (must be of type \w{1,40}[^\n]{0,80}|must be [^\n]{1,100}|is required[^\n]{0,80})/, // convict
    /(missing (?:field|configuration|property|setting|key|parameter|value)s?(?: for)?) [`'"]([\w.-]{1,60})[`'"]/i, // serde, viper
    /(?:[Ff]ield|[Pp]roperty|[Ss]etting|[Oo]ption|[Pp]arameter|[Cc]onfig(?:uration)?(?: key| value)?|Key:) [`'"]?([A-Za-z][\w.-]{1,60})[`'"]? ((?:is|was|must|cannot|can't|Error:)[^\n]{3,160})/,
  ],
  ([all = '', one = '', other = ''], evidence) => {
    if (!stdioOf(evidence)) return undefined;
    const [field, what] = /\s/.test(one) ? [other, one] : [one, other];
    return {
      cause: l10n.t('The setting "{0}" of the server is missing or not valid: {1}', field, what.trim()),
      remedies: [
        ...remediesFor(field, all, evidence),
        advise(l10n.t('Check "args" and "env" of this server against its manual.')),
      ],
      isCertain: false,
    };
  },
);

/** The variable of the entry that is called like it; .NET reads settings of sections from variables. */
function remediesFor(field: string, said: string, evidence: Evidence): readonly Remedy[] {
  const known = alikeVariable(field, evidence);
  if (known.length > 0) return known;
  const file = stdioOf(evidence)
    ?.args.map((arg) => arg.replace(/^--?[\w-]+=/, ''))
    .find((arg) => /\.(?:jsonc?|ya?ml|toml)$/.test(arg));
  if (file !== undefined) return openFile(file, evidence);
  const section = /validation failed for '(\w{1,60}?)(?:Options|Settings|Config)?'/.exec(said)?.[1];
  if (/missing field/.test(said) && /^[a-z][a-z0-9_]+$/.test(field)) return [askFor(field.toUpperCase())];
  return said.includes('members:') && section !== undefined ? [askFor(`${section}__${field}`)] : [];
}
