import { l10n } from '../../../../base/l10n.ts';
import { placesOf } from '../../model/entryPlaces.ts';
import { outputOf, stdioOf } from '../../model/evidence.ts';
import { setValues } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** Web pages and word processors put these in place of hyphens, and blanks that are none. */
const dash = /^[\u2010-\u2015\u2212]+(?=\w)/;
const blank = /[\u00a0\u2007\u202f\ufeff\u2060]|\u200b|\u200c|\u200d/g;

/** What was copied looks like an option and is none. */
export const typographicArgument = rule('argument/typography', (evidence) => {
  const launch = stdioOf(evidence);
  const found = (launch ? placesOf(launch) : []).filter(([, text]) => dash.test(text) || text.search(blank) >= 0);
  const [first] = found;
  if (!first) return undefined;
  const [place, text] = first;
  return {
    cause: dash.test(text)
      ? l10n.t(
          '"{0}" begins with a dash of typography and not with a hyphen: it was probably copied from a page.',
          text,
        )
      : l10n.t(
          '{0} has a character that looks like a blank or like nothing: it was probably copied from a page.',
          place.join('.'),
        ),
    remedies: [
      setValues(
        l10n.t('Write it with plain characters'),
        found.map(([path, value]) => ({ path, value: plain(value) })),
      ),
    ],
    ...inEntry(...place),
    isCertain: dash.test(text) || outputOf(evidence).includes(text),
  };
});

function plain(value: string): string {
  return value
    .replace(dash, (dashes) => (/^[\u2010\u2011]$/.test(dashes) || value.length <= 5 ? '-' : '--'))
    .replaceAll(blank, (each) => (/[\u00a0\u2007\u202f]/.test(each) ? ' ' : ''))
    .trim();
}
