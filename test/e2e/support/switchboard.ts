import type { Frame, Locator } from 'playwright-core';
import { findWebview } from './webview.ts';
import type { Window } from './window.ts';

/** The views of the extension. */
export class Switchboard {
  readonly #window: Window;

  constructor(window: Window) {
    this.#window = window;
  }

  async open(): Promise<void> {
    await this.#window.workbench.openSideBar('MCP Switchboard');
  }

  serverRow(name: string | RegExp): Locator {
    return this.#window.workbench.treeRow(name);
  }

  /** The inspector in the side bar. */
  async inspector(): Promise<Frame> {
    await this.open();
    return findWebview(this.#window.page, '[data-testid=inspector]');
  }

  /** The inspector in the editor area; `beside` is the one that is open already. */
  async inspectorInEditor(...beside: Frame[]): Promise<Frame> {
    await this.#window.workbench.runCommand('MCP Switchboard: Open Inspector in Editor');
    await this.#window.workbench.tab('MCP Inspector').waitFor();
    return findWebview(this.#window.page, '[data-testid=inspector]', beside);
  }

  async traffic(): Promise<Frame> {
    await this.#window.workbench.runCommand('MCP Switchboard: Show Traffic');
    return findWebview(this.#window.page, '[data-testid=traffic]');
  }

  /** Runs a tool from its form and answers with the place of the result. */
  async runTool(inspector: Frame, tool: string): Promise<Locator> {
    await inspector.locator(`[role=option][data-tool="${tool}"]`).click();
    await inspector.locator(`[data-testid=tool-detail][data-tool="${tool}"]`).waitFor();
    await inspector.getByTestId('run').click();
    const result = inspector.locator('[data-testid=result]:not([data-status=running])').first();
    await result.waitFor();
    return result;
  }
}
