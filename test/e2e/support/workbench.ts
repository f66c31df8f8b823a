import type { Locator, Page } from 'playwright-core';
import { patienceMs, until } from './until.ts';

/** The parts of the VS Code workbench that the tests touch. */
export class Workbench {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
    page.setDefaultTimeout(patienceMs);
  }

  async ready(): Promise<void> {
    await this.#page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
  }

  /** Runs a command by its title in the palette; again where a document that opens just then closes it. */
  async runCommand(title: string): Promise<void> {
    const input = this.#page.locator('.quick-input-widget input');
    const row = this.#page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    await until(async () => {
      if (!(await input.isVisible())) await this.#page.keyboard.press('F1');
      await input.fill(`>${title}`, { timeout: 5_000 });
      await row.click({ timeout: 10_000 });
      return true;
    }, `${title} in the palette`);
  }

  activityBarItem(title: string): Locator {
    return this.#page.locator(`.activitybar a.action-label[aria-label^="${title}"]`);
  }

  /**
   * Opens a view container of the side bar, unless it is open: a click on it would close it again. A window that is
   * reloading may open it by itself at that very moment, so it is looked at again.
   */
  async openSideBar(title: string): Promise<void> {
    const label = this.#page.locator('.part.sidebar .title-label', { hasText: title });
    await until(async () => {
      if (!(await label.isVisible())) await this.activityBarItem(title).click();
      await label.waitFor({ timeout: 5_000 });
      return true;
    }, `${title} in the side bar`);
  }

  treeRow(text: string | RegExp): Locator {
    return this.#page.locator('.part.sidebar .monaco-list-row', { hasText: text });
  }

  tab(title: string): Locator {
    return this.#page.locator('.tab', { hasText: title });
  }

  /** In an editor, or in a window over the editors: versions differ. */
  trustEditor(): Locator {
    return this.#page.locator('.workspace-trust-editor');
  }

  notifications(): Locator {
    return this.#page.locator('.notification-list-item');
  }

  async notificationTexts(): Promise<string[]> {
    return this.notifications().locator('.notification-list-item-message').allInnerTexts();
  }

  dialog(): Locator {
    return this.#page.locator('.monaco-dialog-box');
  }

  part(name: 'sidebar' | 'panel' | 'editor'): Locator {
    return this.#page.locator(`.part.${name}`);
  }

  /** Drags the edge of the side bar, which has no command of its own. */
  async setSideBarWidth(px: number): Promise<void> {
    const box = await this.part('sidebar').boundingBox();
    if (!box) throw new Error('the side bar is not open');
    const { mouse } = this.#page;
    const y = box.y + box.height / 2;
    await mouse.move(box.x + box.width + 2, y);
    await mouse.down();
    await mouse.move(box.x + px + 2, y, { steps: 5 });
    await mouse.up();
    await mouse.move(box.x + 2 * box.width, y); // away from the edge, which glows while the mouse is on it
  }
}
