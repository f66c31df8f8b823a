import type { Rule } from '../model/rule.ts';
import { keyAsArgument, startWordMissing } from './argument/keyArgument.ts';
import { clientRefused, integrationMissing, keyOfOtherService, signInOnly } from './http/knownRemote.ts';
import { markedFolderElsewhere } from './path/marker.ts';
import { setupFileElsewhere } from './path/setupFile.ts';
import { variableOtherName } from './variable/otherName.ts';
import { variablePair } from './variable/pair.ts';

/** On what manuals of public servers say. */
export const knownRules: readonly Rule[] = [
  variablePair,
  variableOtherName,
  keyAsArgument,
  startWordMissing,
  setupFileElsewhere,
  markedFolderElsewhere,
  clientRefused,
  signInOnly,
  keyOfOtherService,
  integrationMissing,
];
