import { t } from '../../../platform/l10n.ts';

interface Format {
  readonly fits: (value: string) => boolean;
  readonly expected: () => string;
}

const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const email = /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const hostname = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const duration = /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const formats: Readonly<Record<string, Format>> = {
  date: { fits: isDate, expected: () => t('Must be a date, like 2026-11-16') },
  time: { fits: (value) => time.test(value), expected: () => t('Must be a time with a time zone, like 12:30:00Z') },
  'date-time': { fits: isDateTime, expected: () => t('Must be a date and time, like 2026-11-16T12:30:00Z') },
  duration: { fits: (value) => duration.test(value), expected: () => t('Must be a duration, like P1DT2H') },
  email: { fits: (value) => email.test(value), expected: () => t('Must be an e-mail address') },
  hostname: { fits: (value) => hostname.test(value), expected: () => t('Must be a host name') },
  ipv4: { fits: (value) => ipv4.test(value), expected: () => t('Must be an IPv4 address') },
  ipv6: { fits: isIpv6, expected: () => t('Must be an IPv6 address') },
  uri: { fits: isUri, expected: () => t('Must be a URI with a scheme, like https://example.com') },
  url: { fits: isUri, expected: () => t('Must be a URI with a scheme, like https://example.com') },
  'uri-reference': { fits: (value) => !/\s/.test(value), expected: () => t('Must be a URI or a relative reference') },
  uuid: { fits: (value) => uuid.test(value), expected: () => t('Must be a UUID') },
  regex: { fits: isRegex, expected: () => t('Must be a regular expression') },
  'json-pointer': { fits: (value) => /^(\/([^~/]|~[01])*)*$/.test(value), expected: () => t('Must be a JSON pointer') },
  byte: { fits: (value) => base64.test(value), expected: () => t('Must be base64') },
  base64: { fits: (value) => base64.test(value), expected: () => t('Must be base64') },
};

/** A sentence if the value does not match the format; unknown formats are not checked. */
export function formatProblem(value: string, format: string): string | undefined {
  const known = Object.hasOwn(formats, format) ? formats[format] : undefined;
  return !known || known.fits(value) ? undefined : known.expected();
}

function isDate(value: string): boolean {
  const [, year = '', month = '', day = ''] = date.exec(value) ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.test(value) && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}

function isDateTime(value: string): boolean {
  const [day = '', clock = ''] = value.split(/t| /i);
  return isDate(day) && time.test(clock);
}

function isIpv6(value: string): boolean {
  return /^[0-9a-f:.]+$/i.test(value) && URL.canParse(`http://[${value}]/`);
}

function isUri(value: string): boolean {
  return /^[a-z][a-z0-9+.-]*:[^\s]+$/i.test(value) && URL.canParse(value);
}

function isRegex(value: string): boolean {
  try {
    return new RegExp(value, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
