import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, remoteOf, stdioOf } from '../../model/evidence.ts';
import type { EntryPath } from '../../model/diagnosis.ts';
import { advise, askFor, askForHeader, setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Our own form, whose variable has no value. */
const unset = /\$\{env:(\w{1,60})\}/;
const foreign = /\$\{?([A-Z][A-Z0-9_]{2,60})\}?|%([A-Z][A-Z0-9_]{1,60})%|\{\{\s*([\w.]{1,60})\s*\}\}/;

export const variableUnset = rule('variable/unset', (evidence) => {
  const found = textsOf(evidence).find(([, text]) => unset.test(text));
  if (!found) return undefined;
  const [path, text] = found;
  const name = unset.exec(text)?.[1] ?? '';
  const scheme = /^([A-Za-z]{3,20}) \$/.exec(text)?.[1];
  return {
    cause: l10n.t(
      'The variable {0}, which "{1}" takes its value from, is not set in the environment of the editor.',
      name,
      path.join('.'),
    ),
    remedies: [
      ...(path[0] === 'headers' ? [askForHeader(String(path[1]), scheme)] : []),
      ...(path[0] === 'env' ? [askFor(String(path[1]))] : []),
      advise(l10n.t('Set {0} before the editor is started, or let it be asked for.', name)),
    ],
    ...inEntry(...path),
  };
});

/** `$TOKEN` and `%TOKEN%` are forms of shells, `{{token}}` one of templates. */
export const variableUnexpanded = rule('variable/unexpanded', (evidence) => {
  const found = textsOf(evidence).find(([, text]) => foreign.test(text));
  if (!found) return undefined;
  const [path, text] = found;
  const [whole = '', shell, windows] = foreign.exec(text) ?? [];
  const name = shell ?? windows;
  // Where the editor was started says nothing about the folder that is open in it.
  const form = name === 'PWD' || name === 'CD' ? '${workspaceFolder}' : `\${env:${name ?? ''}}`;
  return {
    cause: l10n.t('"{0}" is used as it is: this file does not know that form.', whole),
    remedies: [
      ...(name === undefined ? [] : [setValue(l10n.t('Use "{0}"', form), path, text.replace(whole, form))]),
      advise(l10n.t('Variables of the environment are written as "{0}".', '${env:NAME}')),
    ],
    ...inEntry(...path),
    isCertain:
      (path[0] === 'headers' && evidence.status === 401) ||
      (form === '${workspaceFolder}' && outputOf(evidence).includes(whole)),
  };
});

function textsOf(evidence: Evidence): readonly (readonly [EntryPath, string])[] {
  const stdio = stdioOf(evidence);
  if (stdio)
    return [
      ...stdio.args.map((arg, at) => [['args', at], arg] as const),
      ...Object.entries(stdio.env).map(([name, value]) => [['env', name], value ?? ''] as const),
    ];
  const remote = remoteOf(evidence);
  if (!remote) return [];
  return [
    [['url'], remote.url],
    ...Object.entries(remote.headers).map(([name, value]) => [['headers', name], value] as const),
  ];
}
