// The pages with every view of the walk ready to be shown, in a browser by themselves.
import type { Frame, Page } from 'playwright-core';
import { type Language, type PageHost, openPages } from './pageHost.ts';
import { type Theme, wear } from './theme.ts';
import { type View, type WalkedPage, makeCalls, started, walkConfig } from './viewSteps.ts';
import { views } from './views.ts';

const names = ['inspector', 'knowledge', 'traffic'] as const;

export class WalkedPages implements AsyncDisposable {
  readonly host: PageHost;
  /** A window without servers. */
  readonly #bare: PageHost;
  readonly #pages: ReadonlyMap<WalkedPage, Page>;

  private constructor(host: PageHost, bare: PageHost, pages: ReadonlyMap<WalkedPage, Page>) {
    this.host = host;
    this.#bare = bare;
    this.#pages = pages;
  }

  static async open(language: Language): Promise<WalkedPages> {
    const host = await openPages(walkConfig, language);
    const pages = new Map<WalkedPage, Page>();
    for (const name of names) pages.set(name, await host.open(name));
    const bare = await openPages({ servers: {} }, language);
    pages.set('noServers', await bare.open('inspector'));
    pages.set('noTraffic', await bare.open('traffic'));
    const { core, ports } = host.subject;
    ports.answer = language === 'en' ? 'Approve' : '批准';
    for (const id of started) {
      await core.approve(id);
      await core
        .server(id)
        .start()
        .catch(() => {}); // two of them fail, and that is to be seen
    }
    await core.approve('resting');
    const walked = new WalkedPages(host, bare, pages);
    await makeCalls(walked.frame('inspector'));
    return walked;
  }

  frame(page: WalkedPage): Frame {
    return this.#pages.get(page)!.mainFrame();
  }

  async setSize(width: number, height = 900): Promise<void> {
    for (const page of this.#pages.values()) await page.setViewportSize({ width, height });
  }

  /** What a user has set in the system. */
  async setMedia(media: Parameters<Page['emulateMedia']>[0]): Promise<void> {
    for (const page of this.#pages.values()) await page.emulateMedia(media);
  }

  async setTheme(theme: Theme): Promise<void> {
    for (const page of this.#pages.values()) await wear(page, theme);
  }

  /** Shows one view after the other. Answers with those that could not be shown, and why. */
  async walk(
    look: (view: View, frame: Frame) => Promise<void>,
    wanted: (view: View) => boolean = () => true,
  ): Promise<string[]> {
    const problems: string[] = [];
    for (const view of [...this.#pages.keys()].flatMap((page) =>
      views.filter((one) => one.page === page && wanted(one)),
    )) {
      const frame = this.frame(view.page);
      await view
        .show(frame)
        .then(() => look(view, frame))
        .then(() => view.leave?.(frame))
        .catch((error: unknown) => problems.push(`${view.name}: ${String(error)}`));
    }
    return problems;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#bare[Symbol.asyncDispose]();
    await this.host[Symbol.asyncDispose]();
  }
}
