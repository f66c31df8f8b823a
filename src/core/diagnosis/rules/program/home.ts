import { placesOf } from '../../model/entryPlaces.ts';
import { l10n } from '../../../../base/l10n.ts';
import { outputOf, stdioOf } from '../../model/evidence.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Libraries read these, and expand nothing. */
const ofFile = /^(?:KUBECONFIG|GOOGLE_APPLICATION_CREDENTIALS|\w+_(?:PATH|FILE|DIR|CREDENTIALS|CONFIG))$/;
const homeForms = /^~(?=[/\\]|$)|\$\{?HOME\}?|%USERPROFILE%|%HOME%/;

/** Only a shell knows `~` and `$HOME`, and there is none. */
export const homeNotExpanded = rule('program/home', (evidence) => {
  const launch = stdioOf(evidence);
  const found = launch ? placesOf(launch).filter(([, text]) => homeForms.test(text)) : [];
  const [first] = found;
  if (!first) return undefined;
  const [path, text] = first;
  const isMet =
    (path[0] === 'env' && ofFile.test(String(path[1])) && evidence.end !== undefined && evidence.end.code !== 0) ||
    path[0] === 'command' ||
    path[0] === 'cwd' ||
    outputOf(evidence).includes(text.replace(/^-[\w-]+=/, ''));
  return {
    cause: l10n.t(
      '"{0}" in {1} is used as it is: only a shell would expand it.',
      homeForms.exec(text)?.[0] ?? '~',
      text,
    ),
    remedies: [
      setValues(
        l10n.t('Use "{0}" for the home folder', '${userHome}'),
        found.map(([at, value]) => ({ path: at, value: value.replace(homeForms, '${userHome}') })),
      ),
    ],
    ...inEntry(...path),
    isCertain: isMet,
  };
});
