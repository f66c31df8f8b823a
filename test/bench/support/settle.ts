import type { Driver } from '../../e2e/support/driver.ts';

/** A window that has just opened is busy with itself; until its extension host answers at once, nothing is measured. */
export function settle(driver: Driver): Promise<void> {
  return driver.run(async () => {
    for (let calm = 0, tries = 0; calm < 20 && tries < 600; tries++) {
      const start = performance.now();
      await new Promise((resolve) => setTimeout(resolve, 50));
      calm = performance.now() - start < 65 ? calm + 1 : 0;
    }
  });
}
