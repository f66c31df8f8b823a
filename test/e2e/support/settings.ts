import type { Driver } from './driver.ts';

/** Sets settings of the machine for the time of `body`: such settings cannot be set in a workspace. */
export async function withMachineSettings<T>(
  driver: Driver,
  settings: Readonly<Record<string, unknown>>,
  body: () => Promise<T>,
): Promise<T> {
  const set = (values: Readonly<Record<string, unknown>>): Promise<void> =>
    driver.run(async (vscode, entries) => {
      for (const [key, value] of Object.entries(entries)) {
        await vscode.workspace
          .getConfiguration('mcpSwitchboard')
          .update(key, value ?? undefined, vscode.ConfigurationTarget.Global);
      }
    }, values);
  await set(settings);
  try {
    return await body();
  } finally {
    await set(Object.fromEntries(Object.keys(settings).map((key) => [key, null])));
  }
}
