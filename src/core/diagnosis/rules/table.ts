import type { Rule } from '../model/rule.ts';
import { containerRules } from './containerRules.ts';
import { reportedCauses, reportedTroubles } from './reported/reported.ts';
import { endedWell } from './crash/ended.ts';
import { raisedError, rejectedValue, thrownError, thrownText } from './crash/thrown.ts';
import { toolFailed } from './package/tools.ts';
import { entryRules } from './entryRules.ts';
import { knownRules } from './knownRules.ts';
import { likelyRules } from './likelyRules.ts';
import { networkRules } from './networkRules.ts';
import { packageRules } from './packageRules.ts';
import { runtimeRules } from './runtimeRules.ts';
import { serverRules } from './serverRules.ts';

/** What is more specific stands before what is more general: of those that are equally sure, the first one decides. */
export const rules: readonly Rule[] = [
  ...entryRules,
  ...containerRules,
  ...packageRules,
  ...runtimeRules,
  ...knownRules,
  ...serverRules,
  ...networkRules,
  ...likelyRules,
];

/** What the decisive line is about, where no other rule has anything to say. */
export const generalRules: readonly Rule[] = [
  ...reportedCauses,
  toolFailed,
  raisedError,
  thrownError,
  thrownText,
  rejectedValue,
  ...reportedTroubles,
  endedWell,
];
