import { setTimeout as delay } from 'node:timers/promises';
import { currentWorkbench } from '../../e2e/support/testWorkbench.ts';
import { type Driver, connectDriver } from '../../e2e/support/driver.ts';
import { until } from '../../e2e/support/until.ts';
import type { Window } from '../../e2e/support/window.ts';

/** The window opened anew with our views closed, its extension host up. The host of before lives on for a while. */
export async function reopen({ page, workbench, folder }: Window, before: Driver): Promise<Driver> {
  await workbench.openSideBar('Explorer');
  await delay(7_000); // VS Code writes down every five seconds which view is open, and its state
  await page.reload();
  await workbench.ready();
  const driver = await until(async () => {
    const found = await connectDriver(folder, currentWorkbench().driverDir);
    return found.pid !== before.pid && found;
  }, 'the new extension host');
  await delay(3_000); // a window that has just opened is busy with itself
  return driver;
}
