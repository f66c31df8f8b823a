import { changeInFile } from '../../core/app/configured/configEditing.ts';
import type { App } from '../shell/app.ts';

/** Written to the entry. A launch that is not approved does not start by it. */
export async function setAutoStart(app: App, id: string, isOn: boolean): Promise<void> {
  const entry = app.core.entry(id);
  if (!entry) return;
  const { autoStart: _, ...rest } = entry.raw;
  await changeInFile(app.ports.files, entry, isOn ? { ...rest, autoStart: true } : rest);
  await app.reloadConfiguration();
}
