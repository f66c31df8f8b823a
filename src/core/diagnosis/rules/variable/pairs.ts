import { l10n } from '../../../../base/l10n.ts';
import { stdioOf } from '../../model/evidence.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const assignment = /^\s*(?:export\s+|-e\s+|--env[= ])?([A-Za-z_]\w{1,60})\s*=\s*([^]*)$/;

/** `"0": "NAME=value"` or `"NAME": "NAME=value"`: an assignment stands where only the value belongs. */
export const assignmentAsValue = rule('variable/assignment', (evidence) => {
  const { env = {} } = stdioOf(evidence) ?? {};
  const found = Object.entries(env).flatMap(([key, text]) => {
    const [, name, value] = assignment.exec(text ?? '') ?? [];
    const isMeant = name !== undefined && value !== undefined && (/^\d+$/.test(key) || key === name);
    return isMeant ? [{ key, name, value }] : [];
  });
  const [first] = found;
  if (!first) return undefined;
  const names = found.map(({ name }) => name).join(', ');
  const isList = /^\d+$/.test(first.key);
  return {
    cause: isList
      ? l10n.t('"env" is a list of assignments, so that {0} is not set.', names)
      : l10n.t('The value of {0} begins with its own name, as in a shell.', names),
    remedies: [
      setValues(l10n.t('Write it as a name and a value'), [
        ...found.filter(({ key, name }) => key !== name).map(({ key }) => ({ path: ['env', key], value: undefined })),
        ...found.map(({ name, value }) => ({ path: ['env', name], value })),
      ]),
    ],
    ...inEntry('env', first.key),
    isCertain: isList || (evidence.end !== undefined && evidence.end.code !== 0),
  };
});
