import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Window } from './window.ts';

const name = 'database.mcptest.json';
const salaries = 'SELECT MAX(amount) AS highest FROM salary';
const checks = [
  { id: 'objects', call: 'search_objects', args: { object_type: 'table' }, expect: { contains: 'employee' } },
  { id: 'salaries', call: 'execute_sql', args: { sql: salaries }, expect: { contains: 'highest', maxMs: 500 } },
  {
    id: 'teams',
    call: 'execute_sql',
    args: { sql: 'SELECT COUNT(*) AS teams FROM department' },
    expect: { contains: '"teams": 12' },
  },
];

async function run({ driver }: Window, ...commands: readonly string[]): Promise<void> {
  await driver.run(async (vscode, all) => {
    for (const command of all) await vscode.commands.executeCommand(command);
  }, commands);
}

/** Three lines a check, so that all are in view. */
function textOf(all: readonly { id: string; call: string; args: object; expect: object }[]): string {
  const entries = all.map(({ id, call, args, expect }) => {
    const [named, given, wanted] = [{ id, call }, { args }, { expect }].map((part) =>
      JSON.stringify(part).slice(1, -1),
    );
    return `    {\n      ${named},\n      ${given},\n      ${wanted}\n    }`;
  });
  return `{\n  "mcptest": 1,\n  "server": "database",\n  "checks": [\n${entries.join(',\n')}\n  ]\n}\n`;
}

/** A file of checks beside the Testing view, with a check that fails, and the traffic below. */
export async function takeChecks(window: Window, take: () => Promise<void>): Promise<void> {
  const { driver, folder, page, workbench } = window;
  const file = join(folder, name);
  writeFileSync(file, textOf(checks));
  await run(window, 'workbench.action.closeAllEditors');
  await driver.run(async (vscode, path) => {
    await vscode.window.showTextDocument(vscode.Uri.file(path));
  }, file);
  await run(window, 'workbench.view.testing.focus', 'testing.refreshTests');
  const row = (label: string) => page.locator(`.test-explorer .monaco-list-row[aria-label^="${label}"]`);
  await row(name).waitFor();
  await run(window, 'testing.runAll');
  await row(`${name} (Failed)`).waitFor();
  if (!(await row('objects').isVisible())) await row(name).locator('.monaco-tl-twistie').click();
  for (const { id } of checks) await row(`${id} ${id === 'teams' ? '(Failed)' : '(Passed)'}`).waitFor();
  await run(window, 'mcpSwitchboard.showTraffic', 'workbench.view.testing.focus');
  await page.mouse.move(0, 0);
  await workbench.setSideBarWidth(250);
  await take();
}
