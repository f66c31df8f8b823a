// @ts-check
// Static imports are read before anything runs: a package that one names must be there before the install step.
import { ensureInstalled } from './install.mjs';

await ensureInstalled();
export const { parseSync, Visitor } = await import('oxc-parser');
