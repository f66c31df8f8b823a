import type { Rule } from '../model/rule.ts';
import { interpreterMissing } from './program/interpreter.ts';
import { invalidUrl } from './network/unreachable.ts';
import { workingFolderMissing } from './path/folderMissing.ts';
import { exampleAddress } from './path/exampleAddress.ts';
import { typographicArgument } from './argument/typography.ts';
import { shellWords } from './argument/shellWords.ts';
import { examplePath } from './path/placeholder.ts';
import { notExecutable } from './permission/notExecutable.ts';
import { clientCommand } from './program/client.ts';
import { commandLine } from './program/commandLine.ts';
import { programIsPackage } from './program/isPackage.ts';
import { programFileMissing } from './program/fileMissing.ts';
import { homeNotExpanded } from './program/home.ts';
import { keyMisspelt } from './program/misspeltKey.ts';
import { programIsFolder } from './program/isFolder.ts';
import { programIsUrl } from './program/isUrl.ts';
import { programQuoted } from './program/quoted.ts';
import { programTwice } from './program/doubled.ts';
import { assignmentAsProgram, configurationPasted } from './program/pasted.ts';
import { inspectorStarted } from './transport/inspector.ts';
import { programNotFound } from './program/notFound.ts';
import { notAProgram } from './runtime/architecture.ts';
import { placeholderInUrl, placeholderValue } from './variable/placeholder.ts';
import { assignmentAsValue } from './variable/pairs.ts';
import { valueWrapped } from './variable/wrapped.ts';
import { backslashRead } from './windows/backslash.ts';
import { variableUnexpanded, variableUnset } from './variable/unexpanded.ts';
import { batchFile, programBlocked } from './windows/notRecognized.ts';
import { gitBashPath, linuxPath, windowsPath } from './windows/otherSystemPath.ts';

/** On the entry itself. */
export const entryRules: readonly Rule[] = [
  keyMisspelt,
  configurationPasted,
  clientCommand,
  programIsUrl,
  inspectorStarted,
  programTwice,
  programQuoted,
  workingFolderMissing,
  shellWords,
  homeNotExpanded,
  typographicArgument,
  backslashRead,
  windowsPath,
  linuxPath,
  gitBashPath,
  assignmentAsProgram,
  commandLine,
  programIsFolder,
  interpreterMissing,
  programIsPackage,
  programFileMissing,
  programNotFound,
  notExecutable,
  batchFile,
  programBlocked,
  notAProgram,
  examplePath,
  exampleAddress,
  invalidUrl,
  assignmentAsValue,
  placeholderValue,
  placeholderInUrl,
  valueWrapped,
  variableUnset,
  variableUnexpanded,
];
