import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Frame } from 'playwright-core';

/** A webview is transparent: what is behind it belongs to VS Code, and axe must know its colour. */
export type Place = 'sideBar' | 'editor' | 'panel';

const options = {
  resultTypes: ['violations'],
  rules: { 'page-has-heading-one': { enabled: false } }, // a view is a part of a window, not a page
};

async function paintBackground(frame: Frame, place: Place): Promise<void> {
  await frame.evaluate((name) => {
    document.documentElement.style.backgroundColor = `var(--vscode-${name}-background)`;
  }, place);
}

/** What axe-core finds wrong in a webview, one line each: rule, help, and where. */
export async function accessibilityProblems(frame: Frame, place: Place): Promise<string[]> {
  await paintBackground(frame, place);
  await frame.evaluate(axe.source);
  const results = (await frame.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
  return results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, any }) => `${id}: ${help} at ${target.join(' ')} ${any.map((check) => check.message).join('; ')}`,
    ),
  );
}
