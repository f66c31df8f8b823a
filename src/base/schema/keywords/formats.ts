const date = /^(\d{4})-(\d\d)-(\d\d)$/;
const time = /^([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)(\.\d+)?(z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
const email = /^[^\s@"(),:;<>[\\\]]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*$/i;
const hostname = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const duration = /^P(?!$)(\d+W|(\d+Y)?(\d+M)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?)$/;
const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

const formats = {
  date: isDate,
  time: (value) => time.test(value),
  'date-time': isDateTime,
  duration: (value) => duration.test(value),
  email: (value) => email.test(value),
  hostname: (value) => hostname.test(value),
  ipv4: (value) => ipv4.test(value),
  ipv6: isIpv6,
  uri: isUri,
  url: isUri,
  'uri-reference': (value) => !/\s/.test(value),
  uuid: (value) => uuid.test(value),
  regex: isRegex,
  'json-pointer': (value) => /^(\/([^~/]|~[01])*)*$/.test(value),
  byte: (value) => base64.test(value),
  base64: (value) => base64.test(value),
} satisfies Readonly<Record<string, (value: string) => boolean>>;

export type FormatName = keyof typeof formats;

export function isFormatName(format: string): format is FormatName {
  return Object.hasOwn(formats, format);
}

/** Unknown formats are not checked. */
export function fitsFormat(value: string, format: string): boolean {
  return !isFormatName(format) || formats[format](value);
}

function isDate(value: string): boolean {
  const [, year = '', month = '', day = ''] = date.exec(value) ?? [];
  const at = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.test(value) && at.getUTCMonth() === Number(month) - 1 && at.getUTCDate() === Number(day);
}

function isDateTime(value: string): boolean {
  return /^.{10}[t ]/i.test(value) && isDate(value.slice(0, 10)) && time.test(value.slice(11));
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
