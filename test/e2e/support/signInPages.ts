import type { BrowserContext, Page } from 'playwright-core';

/**
 * In a remote window addresses of its machine lead through a proxy for ports, which the bare server of the tests lacks.
 * Each redirect becomes a visit of its own, because only those can be routed; cookies stay with their port.
 */
export async function proxyPorts(context: BrowserContext): Promise<void> {
  const jars = new Map<string, Map<string, string>>();
  await context.route(/\/proxy\/\d+\//, async (route) => {
    const { origin, pathname, search } = new URL(route.request().url());
    const [, port = '', rest = ''] = /\/proxy\/(\d+)(\/.*)$/.exec(pathname) ?? [];
    const target = `http://127.0.0.1:${port}${rest}${search}`;
    const jar = jars.get(port) ?? new Map<string, string>();
    jars.set(port, jar);
    const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(target, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    const next = location === null ? undefined : proxied(new URL(location, target), origin);
    const body = next === undefined ? await response.text() : `<meta http-equiv="refresh" content="0;url=${next}">`;
    await route.fulfill({ contentType: 'text/html', body });
  });
}

function proxied({ href, port, pathname, search }: URL, origin: string): string {
  return pathname.startsWith('/proxy/') ? href : `${origin}/proxy/${port}${pathname}${search}`;
}

/**
 * The workbench seals its secrets with a key of code-server's own front. The bare VS Code server of the tests has no
 * such address, and the secrets of a window then end with its page.
 */
export async function keepSecrets(context: BrowserContext): Promise<void> {
  const key = Buffer.alloc(32, 7);
  await context.route('**/mint-key', (route) => route.fulfill({ contentType: 'application/octet-stream', body: key }));
}

/** The pages that a window opens for sign-ins. */
export class SignInPages {
  readonly #context: BrowserContext;
  readonly opened: Page[] = [];

  constructor(context: BrowserContext) {
    this.#context = context;
    context.on('page', (page) => void this.opened.push(page));
  }

  /** Waits for the next page, until the user is told that the sign-in is done. */
  async next(begin: () => Promise<unknown>): Promise<void> {
    const opening = this.#context.waitForEvent('page');
    const begun = begin();
    begun.catch(() => {}); // told below, after what the page says
    const popup = await opening;
    await popup
      .getByText('You are signed in')
      .waitFor({ timeout: 20_000 })
      .catch(async (cause: unknown) => {
        throw new Error(`${popup.url()} shows: ${await popup.locator('body').innerText()}`, { cause });
      });
    await begun;
    await popup.close();
  }
}
