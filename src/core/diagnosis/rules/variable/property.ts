import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { askFor, setValues } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

const key = String.raw`([A-Za-z][\w-]{0,60}(?:[.:]{1,2}[\w-]{1,60}){1,6})`;

/** Frameworks name a setting in their own form, and read it from a variable of another one. */
export const propertyMissing = outputRule(
  'variable/property',
  [
    new RegExp(String.raw`(?:[Cc]ould not resolve) placeholder '${key}'`), // Spring
    new RegExp(String.raw`(?:Failed to bind) properties under '${key}'`),
    new RegExp(
      String.raw`[Cc]onfig(?:uration)? (?:property|value|key|setting)s? [\["'(]{0,2}${key}[\]"')]{0,2}[^\n]{0,30}(?:required|missing|not (?:found|set|configured|be found)|could not be)`,
    ),
    new RegExp(
      String.raw`(?:Required|[Mm]issing|No) (?:required )?(?:config(?:uration)? )?(?:property|setting|value|key|section)(?: (?:for|found for))?:? [\["'(]{0,2}${key}`,
    ),
    new RegExp(
      String.raw`["'\[(]${key}["'\])] (?:is |was )?(?:required|missing|not (?:set|configured|found|provided))`,
    ),
    new RegExp(String.raw`(?:[Uu]se|[Ss]et|[Pp]rovide|[Cc]onfigure) the (?:\w+ )?(?:property|setting):? ["'\`]?${key}`),
    /(dynaconf\.)validator\.ValidationError: (\w{2,60}) is required in env/,
    /Failed to configure a DataSource: '(url)' attribute is not specified/,
    new RegExp(String.raw`(?:No configuration setting) found for key '${key}'`), // Typesafe
    new RegExp(
      String.raw`(?:^|[\s"'])${key} (?:configuration|setting|config) (?:is|was) (?:required|missing|not (?:set|configured|found|provided))`,
      'm',
    ),
  ],
  (match, evidence) => {
    const name = nameOf(match);
    if (
      !framework.test(outputOf(evidence)) ||
      !stdioOf(evidence) ||
      !evidence.end ||
      evidence.end.code === 0 ||
      /\.(?:json|ya?ml|toml|js|py|com|net|io|org)$/i.test(name)
    )
      return undefined;
    const variable = match[1] === 'dynaconf.' ? `DYNACONF_${name.toUpperCase()}` : variableOf(name);
    const given = givenAs(name, variable, evidence);
    return {
      cause:
        given === undefined
          ? l10n.t(
              'The server needs the setting {0}, which it reads from the environment variable {1}.',
              name,
              variable,
            )
          : l10n.t(
              'The server reads the setting {0} from the environment variable {1}, but "env" has {2} instead.',
              name,
              variable,
              given,
            ),
      remedies: [...(given === undefined ? [] : [rename(given, variable, evidence)]), askFor(variable)],
      ...inEntry('env', ...(given === undefined ? [] : [given])),
    };
  },
);

/** Those whose names of variables are known. */
const framework =
  /spring|DataSource|APPLICATION FAILED TO START|quarkus|smallrye|micronaut|Microsoft\.Extensions|System\.\w+Exception|dynaconf/i;

/** Two of them do not say the whole name. */
function nameOf([all = '', name = '', own]: RegExpExecArray): string {
  if (name === 'dynaconf.') return own ?? name;
  return all.includes('DataSource') ? 'spring.datasource.url' : name;
}

/** .NET writes two underscores for its colon; Spring, Quarkus and others one for all that is no letter. */
function variableOf(name: string): string {
  return name.includes(':') ? name.replaceAll(/:+/g, '__') : name.replaceAll(/[.-]/g, '_').toUpperCase();
}

/** The same words in another form. */
function givenAs(name: string, variable: string, evidence: Evidence): string | undefined {
  const env = stdioOf(evidence)?.env ?? {};
  const wanted = letters(name);
  return Object.keys(env).find((each) => each !== variable && env[each] && letters(each) === wanted);
}

function letters(text: string): string {
  return text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

function rename(from: string, to: string, evidence: Evidence): Remedy {
  const value = stdioOf(evidence)?.env[from] ?? '';
  return setValues(l10n.t('Rename {0} to {1}', from, to), [
    { path: ['env', to], value, from: ['env', from] },
    { path: ['env', from], value: undefined },
  ]);
}
