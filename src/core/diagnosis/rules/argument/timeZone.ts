import { l10n } from '../../../../base/l10n.ts';
import { changeValue, valueNamedIn } from '../../cures/entryValues.ts';
import { stdioOf } from '../../model/evidence.ts';
import { advise, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule } from '../../model/rule.ts';

/** What Windows and people call them, by the names that programs know. */
const names: Readonly<Record<string, string>> = {
  'pacific standard time': 'America/Los_Angeles',
  'mountain standard time': 'America/Denver',
  'central standard time': 'America/Chicago',
  'eastern standard time': 'America/New_York',
  'gmt standard time': 'Europe/London',
  'w. europe standard time': 'Europe/Berlin',
  'central europe standard time': 'Europe/Budapest',
  'romance standard time': 'Europe/Paris',
  'e. europe standard time': 'Europe/Chisinau',
  'russian standard time': 'Europe/Moscow',
  'china standard time': 'Asia/Shanghai',
  'tokyo standard time': 'Asia/Tokyo',
  'india standard time': 'Asia/Kolkata',
  'singapore standard time': 'Asia/Singapore',
  'korea standard time': 'Asia/Seoul',
  'aus eastern standard time': 'Australia/Sydney',
  'e. south america standard time': 'America/Sao_Paulo',
  pst: 'America/Los_Angeles',
  pdt: 'America/Los_Angeles',
  mst: 'America/Denver',
  cst: 'America/Chicago',
  est: 'America/New_York',
  edt: 'America/New_York',
  cet: 'Europe/Berlin',
  cest: 'Europe/Berlin',
  bst: 'Europe/London',
  ist: 'Asia/Kolkata',
  jst: 'Asia/Tokyo',
};

export const timeZoneUnknown = outputRule(
  'argument/time-zone',
  [
    /No time zone found with key ['"]?([\w+/. -]{1,60})/,
    /UnknownTimeZoneError: ['"]?([\w+/. -]{1,60})/,
    /[Uu]nknown time ?zone:? ['"]?([\w+/. -]{1,60})/,
    /Invalid time ?zone(?: specified)?:? ['"]?([\w+/. -]{1,60})/i,
    /(?:Unknown|Invalid)[\w ]{0,20} (?:time-zone ID|ZoneId|ID for region-based ZoneId)[:, ]{1,30}['"]?([\w+/. -]{1,60})/i,
  ],
  ([, said = ''], evidence) => {
    const zone = said.trim();
    const found = valueNamedIn(evidence, zone);
    if (!stdioOf(evidence) || !found) return undefined;
    const meant = names[zone.toLowerCase()];
    const value = meant === undefined ? undefined : found.value.replace(zone, meant);
    return {
      cause: l10n.t('"{0}" is not the name of a time zone: such names are like "{1}".', zone, meant ?? 'Europe/Berlin'),
      remedies: [
        ...(value === undefined ? [] : [setValue(l10n.t('Use {0}', meant ?? ''), found.path, value)]),
        ...changeValue(evidence, zone),
        advise(l10n.t('Check "args" and "env" of this server against its manual.')),
      ],
      ...inEntry(...found.path),
    };
  },
);
