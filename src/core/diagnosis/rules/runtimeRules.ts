import type { Rule } from '../model/rule.ts';
import { libraryMissing } from './package/dependencies.ts';
import { uvTooOld } from './package/uvOld.ts';
import { environmentMissing, oldCryptography } from './package/installers.ts';
import { browserLibraries } from './program/browser.ts';
import { badInterpreter } from './program/interpreter.ts';
import { importAssertion } from './runtime/importAssertion.ts';
import { nodeImport, nodePermission } from './runtime/nodeImport.ts';
import { moduleShadowed } from './runtime/shadowed.ts';
import { versionManager } from './runtime/versionManager.ts';
import { compileFailed, nativeModule, sharedLibraryMissing } from './build/buildTools.ts';
import { nodeModuleMissing } from './package/nodeModule.ts';
import { pythonBroken, pythonModuleMissing, pythonVersion } from './package/pythonModule.ts';
import { pythonPartMissing } from './runtime/pythonParts.ts';
import { linkedLibraryGone } from './build/homebrew.ts';
import { pyLauncher } from './windows/pyLauncher.ts';
import { fileNotTrusted } from './permission/notTrusted.ts';
import { aliasUnresolved } from './runtime/alias.ts';
import { fileUrlGiven, pathsJoined } from './path/argumentForm.ts';
import { pathWithBlank } from './path/blank.ts';
import { scriptMissing } from './path/scriptMissing.ts';
import { scriptOfWindows, windowsLineEndings } from './permission/lineEndings.ts';
import { processorLacks } from './runtime/processor.ts';
import { librarySettings } from './package/librarySettings.ts';
import { otherArchitecture } from './runtime/architecture.ts';
import { denoPermission } from './runtime/deno.ts';
import { exportMissing, importWithoutEnding, moduleSystem } from './runtime/modules.ts';
import { nodeTooOld } from './runtime/nodeTooOld.ts';
import {
  assemblyMissing,
  dotnetMissing,
  goVersion,
  jarBroken,
  javaClass,
  javaMain,
  javaMissing,
  javaTooOld,
  runtimeVersion,
  rustVersion,
} from './runtime/otherRuntimes.ts';
import { loopInLoop, packageWithoutMain, pythonEncoding, pythonManaged, relativeImport } from './runtime/python.ts';
import { typescriptRun } from './runtime/typescript.ts';
import {
  notRecognized,
  scriptsDisabled,
  splitPath,
  programOfWindows,
  uncFolder,
  wslMissing,
} from './windows/notRecognized.ts';

/** What runs the server, and the modules that it loads. */
export const runtimeRules: readonly Rule[] = [
  programOfWindows,
  windowsLineEndings,
  scriptOfWindows,
  splitPath,
  pyLauncher,
  notRecognized,
  scriptsDisabled,
  uncFolder,
  wslMissing,
  badInterpreter,
  otherArchitecture,
  fileNotTrusted,
  versionManager,
  environmentMissing,
  uvTooOld,
  oldCryptography,
  pythonBroken,
  processorLacks,
  librarySettings,
  typescriptRun,
  aliasUnresolved,
  nodeTooOld,
  moduleSystem,
  importWithoutEnding,
  exportMissing,
  importAssertion,
  nodeImport,
  nodePermission,
  browserLibraries,
  nativeModule,
  linkedLibraryGone,
  sharedLibraryMissing,
  pythonManaged,
  javaMissing,
  javaTooOld,
  javaMain,
  jarBroken,
  javaClass,
  dotnetMissing,
  assemblyMissing,
  goVersion,
  rustVersion,
  runtimeVersion,
  denoPermission,
  moduleShadowed,
  relativeImport,
  packageWithoutMain,
  loopInLoop,
  pathWithBlank,
  fileUrlGiven,
  pathsJoined,
  scriptMissing,
  nodeModuleMissing,
  pythonPartMissing,
  pythonVersion,
  pythonModuleMissing,
  libraryMissing,
  pythonEncoding,
  compileFailed,
];
