import type { Rule } from '../model/rule.ts';
import { binWithoutShebang, dependencyConflict } from './package/dependencies.ts';
import { gitSignIn } from './network/git.ts';
import { corepackOutdated, linkFailed } from './package/installers.ts';
import { diskFull, npmCacheBroken, npmCacheOwned, npmLinks } from './package/cache.ts';
import { bridgeNamesake } from './package/namesake.ts';
import { packageOtherProgram, packageWithoutProgram, targetMissing } from './package/noProgram.ts';
import { packageUnknown, scopeForPython } from './package/npmUnknown.ts';
import { registryDenied, registryUnreachable } from './package/registryUnreachable.ts';
import { otherManager } from './package/otherManager.ts';
import { packageOffline } from './package/offline.ts';
import { packageVersionUnknown } from './package/versionUnknown.ts';
import { pythonTooOld } from './runtime/pythonTooOld.ts';
import { ownClone } from './package/ownClone.ts';
import { unsetFolder } from './windows/notRecognized.ts';

/** What fetches and installs packages. */
export const packageRules: readonly Rule[] = [
  diskFull,
  linkFailed,
  corepackOutdated,
  gitSignIn,
  unsetFolder,
  npmCacheOwned,
  npmLinks,
  npmCacheBroken,
  packageOffline,
  otherManager,
  registryDenied,
  packageVersionUnknown,
  packageUnknown,
  scopeForPython,
  pythonTooOld,
  dependencyConflict,
  binWithoutShebang,
  registryUnreachable,
  ownClone,
  packageWithoutProgram,
  packageOtherProgram,
  bridgeNamesake,
  targetMissing,
];
