import { configInvalid } from '../../../base/faults/configFaults.ts';
import type { HttpLaunch } from './launch.ts';

export function addressOf(url: string): URL {
  if (!URL.canParse(url)) throw configInvalid('notUrl', url);
  return new URL(url);
}

/** `fetch` refuses a URL with a user name or password: they are sent as the header that they stand for. A configured header wins. */
export function withoutUserInfo<T extends Pick<HttpLaunch, 'url' | 'headers'>>(launch: T): T {
  if (!URL.canParse(launch.url)) return launch;
  const url = new URL(launch.url);
  if (url.username === '' && url.password === '') return launch;
  const pair = `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = url.password = '';
  const basic = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  return {
    ...launch,
    url: url.href,
    headers: hasAuthorization(launch) ? launch.headers : { ...launch.headers, ...basic },
  };
}

export function hasAuthorization({ headers }: Pick<HttpLaunch, 'headers'>): boolean {
  return Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
}

/** A "%" that encodes nothing stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
