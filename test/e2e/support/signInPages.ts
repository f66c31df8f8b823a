import type { BrowserContext, Page } from 'playwright-core';

/**
 * The workbench seals its secrets with a key of code-server's own front. The bare VS Code server of the tests has no
 * such address, and the secrets of a window then end with its page.
 */
export async function keepSecrets(context: BrowserContext): Promise<void> {
  const key = Buffer.alloc(32, 7);
  await context.route('**/mint-key', (route) => route.fulfill({ contentType: 'application/octet-stream', body: key }));
}

const pageMs = 20_000;

/** What the user does on the page of a service; nothing where the service knows the user already. */
type Click = 'Log in' | 'Cancel' | undefined;

/** The pages that a window opens for sign-ins. */
export class SignInPages {
  readonly #context: BrowserContext;

  constructor(context: BrowserContext) {
    this.#context = context;
  }

  /** Opens a page by `begin`, and clicks there; what becomes of it is the caller's to see. */
  async open<T>(begin: () => Promise<T>, click: Click): Promise<{ readonly page: Page; readonly begun: Promise<T> }> {
    const opening = this.#context.waitForEvent('page', { timeout: pageMs });
    const begun = begin();
    begun.catch(() => {}); // told where it is awaited, after what the page says
    const page = await opening;
    if (click !== undefined) await page.getByRole('link', { name: click }).click({ timeout: pageMs });
    return { page, begun };
  }

  /** Through the page, until it says that the sign-in is done. */
  async pass<T>(begin: () => Promise<T>, click?: 'Log in'): Promise<T> {
    const { page, begun } = await this.open(begin, click);
    try {
      await page.getByText('You are signed in').waitFor({ timeout: pageMs });
    } catch (cause) {
      throw new Error(`${page.url()} shows: ${await page.locator('body').innerText()}`, { cause });
    }
    await page.close();
    return begun;
  }
}
