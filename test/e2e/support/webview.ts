import type { Frame, Page } from 'playwright-core';
import { until } from './until.ts';

/** The documents of all webviews in the page: each is a frame inside a frame, at this address. */
function webviewFrames(page: Page): Frame[] {
  return page.frames().filter((frame) => /\/pre\/fake\.html/.test(frame.url()));
}

/** The webview whose document holds `selector`; several may be open, and nothing else distinguishes them. */
export async function findWebview(page: Page, selector: string, except: readonly Frame[] = []): Promise<Frame> {
  return until(async () => {
    for (const frame of webviewFrames(page).filter((one) => !except.includes(one))) {
      const count = await frame
        .locator(selector)
        .count()
        .catch(() => 0); // it may be navigating
      if (count > 0) return frame;
    }
    return undefined;
  }, `a webview with ${selector}`);
}
