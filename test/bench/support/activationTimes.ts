import type { Driver } from '../../e2e/support/driver.ts';

export const helloId = 'mcp-switchboard-bench.hello-world';

/** Activates extensions in the given order and answers with VS Code's own account of it, in whole milliseconds. */
export function activationTable(driver: Driver, ids: readonly string[]): Promise<string> {
  return driver.run(async (vscode, wanted) => {
    for (const id of wanted) await vscode.extensions.getExtension(id)?.activate();
    await vscode.commands.executeCommand('perfview.show');
    for (let tries = 0; tries < 200; tries++) {
      const text = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === 'perf')?.getText() ?? '';
      if (wanted.every((id) => text.includes(id))) return text;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error('the table of activation times did not appear');
  }, ids);
}

/** Load, call and finish; VS Code counts whole milliseconds, so nothing takes less than one. */
export function activationMs(table: string, id: string): number {
  const cells =
    table
      .split('\n')
      .find((line) => line.startsWith(`| ${id} `))
      ?.split('|') ?? [];
  return Math.max(1, Number(cells[3]) + Number(cells[4]) + Number(cells[5]));
}
