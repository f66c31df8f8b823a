import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Frame, Page } from 'playwright-core';

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
export async function accessibilityProblems(frame: Frame, place: Place, only?: readonly string[]): Promise<string[]> {
  await paintBackground(frame, place);
  if (!(await frame.evaluate(() => 'axe' in globalThis))) await frame.evaluate(axe.source);
  const run = `axe.run(document, ${JSON.stringify(only ? { ...options, rules: {}, runOnly: only } : options)})`;
  return described((await frame.evaluate(run)) as AxeResults);
}

/** The same for the tree in the side bar, which VS Code draws: the rules it breaks are not all ours to keep. */
export async function treeProblems(page: Page): Promise<ReadonlyMap<string, readonly string[]>> {
  await page.evaluate(axe.source);
  // VS Code puts no blank between a row's name and its description, so no spoken name can hold both as axe reads them.
  const rules = { ...options.rules, 'label-content-name-mismatch': { enabled: false } };
  const run = `axe.run('.part.sidebar .monaco-list', ${JSON.stringify({ ...options, rules, iframes: false })})`;
  const results = (await page.evaluate(run)) as AxeResults;
  return new Map(results.violations.map((violation) => [violation.id, described({ violations: [violation] })]));
}

function described({ violations }: Pick<AxeResults, 'violations'>): string[] {
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(
      ({ target, any }) => `${id}: ${help} at ${target.join(' ')} ${any.map((check) => check.message).join('; ')}`,
    ),
  );
}
