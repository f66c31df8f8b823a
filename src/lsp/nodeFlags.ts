import { setFlagsFromString } from 'node:v8';
import { languageServerLateFlags } from '../core/process/languageServerProcess.ts';

// Imported before anything else, for an editor that starts this server without them.
for (const flag of languageServerLateFlags) if (!process.execArgv.includes(flag)) setFlagsFromString(flag);
