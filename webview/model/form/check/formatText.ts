import { type FormatName, isFormatName } from '../../../../src/base/schema/keywords/formats.ts';
import { t } from '../../../platform/l10n.ts';

const uri = (): string => t('Must be a URI with a scheme, like https://example.com');
const base64 = (): string => t('Must be base64');

const expected: Readonly<Record<FormatName, () => string>> = {
  date: () => t('Must be a date, like 2026-11-16'),
  time: () => t('Must be a time with a time zone, like 12:30:00Z'),
  'date-time': () => t('Must be a date and time, like 2026-11-16T12:30:00Z'),
  duration: () => t('Must be a duration, like P1DT2H'),
  email: () => t('Must be an e-mail address'),
  hostname: () => t('Must be a host name'),
  ipv4: () => t('Must be an IPv4 address'),
  ipv6: () => t('Must be an IPv6 address'),
  uri,
  url: uri,
  'uri-reference': () => t('Must be a URI or a relative reference'),
  uuid: () => t('Must be a UUID'),
  regex: () => t('Must be a regular expression'),
  'json-pointer': () => t('Must be a JSON pointer'),
  byte: base64,
  base64,
};

export function formatText(format: string): string {
  return isFormatName(format) ? expected[format]() : t('This value is not allowed');
}
