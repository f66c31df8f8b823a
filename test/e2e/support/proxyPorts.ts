import type { BrowserContext } from 'playwright-core';
import { fetchWithCookies } from '../../integration/support/signInUser.ts';

/**
 * In a remote window addresses of its machine lead through a proxy for ports, which the bare server of the tests
 * lacks. Each redirect becomes a visit of its own, because only those are routed; cookies stay with their port.
 */
export async function proxyPorts(
  context: BrowserContext,
  isReachable: (target: URL) => boolean = () => true,
): Promise<void> {
  const ports = new ProxiedPorts();
  await context.route(/\/proxy\/\d+\//, async (route) => {
    const shown = new URL(route.request().url());
    const body = isReachable(targetOf(shown)) ? await ports.visit(shown).catch(() => undefined) : undefined;
    const answered = body === undefined ? route.abort() : route.fulfill({ contentType: 'text/html', body });
    await answered.catch(() => {}); // the page may be closed by now
  });
}

function targetOf({ pathname, search }: URL): URL {
  const [, port = '', rest = ''] = /\/proxy\/(\d+)(\/.*)$/.exec(pathname) ?? [];
  return new URL(`http://127.0.0.1:${port}${rest}${search}`);
}

class ProxiedPorts {
  readonly #cookies = new Map<string, Map<string, string>>();

  /** The page at an address of the proxy. */
  async visit(shown: URL): Promise<string> {
    const target = targetOf(shown);
    const cookies = this.#cookies.get(target.port) ?? new Map<string, string>();
    this.#cookies.set(target.port, cookies);
    const response = await fetchWithCookies(target, cookies);
    const location = response.headers.get('location');
    if (location === null) return response.text();
    return `<meta http-equiv="refresh" content="0;url=${proxied(new URL(location, target), shown.origin)}">`;
  }
}

function proxied({ href, port, pathname, search }: URL, origin: string): string {
  return pathname.startsWith('/proxy/') ? href : `${origin}/proxy/${port}${pathname}${search}`;
}
