import type { BrowserContext, Page } from 'playwright-core';

/** In a remote window addresses of its machine lead through a proxy for ports, which the bare server of the tests lacks. */
export async function proxyPorts(context: BrowserContext): Promise<void> {
  await context.route(/\/proxy\/\d+\//, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const [, port, rest] = /\/proxy\/(\d+)(\/.*)$/.exec(pathname) ?? [];
    const response = await fetch(`http://127.0.0.1:${port}${rest}${search}`, { redirect: 'manual' });
    const location = response.headers.get('location');
    const body = location === null ? await response.text() : `<meta http-equiv="refresh" content="0;url=${location}">`;
    await route.fulfill({ contentType: 'text/html', body });
  });
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
