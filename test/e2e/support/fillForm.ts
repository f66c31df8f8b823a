import type { Frame } from 'playwright-core';
import { type Filling, FormFiller } from './formFiller.ts';

/** Fills the form on screen through its controls, field by field, without the JSON tab. */
export async function fillForm(frame: Frame, filling: Filling): Promise<void> {
  await frame.evaluate(`new (${FormFiller.toString()})(${JSON.stringify(filling)}).fill()`);
}
