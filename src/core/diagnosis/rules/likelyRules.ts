import type { Rule } from '../model/rule.ts';
import { statementRules } from './stated/table.ts';
import { notRepository } from './path/repository.ts';
import { folderForFile } from './path/isFolder.ts';
import { databaseFile } from './path/databaseFile.ts';
import { serviceStatus } from './network/status.ts';
import { notBuilt } from './package/notBuilt.ts';
import { pathTooLong } from './path/tooLong.ts';
import { versionNeeded } from './runtime/needed.ts';
import { serviceTls } from './network/serviceTls.ts';
import { filePlaced } from './path/placed.ts';
import { installHinted } from './package/hinted.ts';
import { otherApi } from './package/otherApi.ts';
import { invalidData } from './crash/invalidData.ts';
import { neverStarted } from './crash/neverStarted.ts';
import { variableRead } from './variable/read.ts';
import { lockHeld } from './port/locked.ts';
import { loginFirst } from './variable/login.ts';
import { argumentCount, usagePrinted } from './argument/missing.ts';
import { crashed, killed, stackOverflow, windowsCrash } from './crash/memory.ts';
import { silentExit } from './crash/silentExit.ts';
import { uncaughtError } from './crash/uncaught.ts';
import { logsOnStdout, textOnStdout } from './framing/stdoutText.ts';
import { entryPathMissing } from './path/entryPath.ts';
import { exit127 } from './program/exit127.ts';
import { messageTooEarly } from './protocol/order.ts';
import { invalidHandshake, notMcp, sdkMismatch, unknownRequest } from './protocol/version.ts';
import { otherPlatformOnly } from './runtime/platform.ts';
import { argumentNotTaken } from './crash/keyword.ts';
import { windowsFromLinux } from './transport/windowsFolder.ts';
import { stdoutBuffered } from './transport/buffered.ts';
import { silentAddress, silentServer, slowDownload } from './transport/silent.ts';
import { addressInvalid, addressUnset } from './variable/invalid.ts';
import { fieldInvalid } from './variable/field.ts';
import { someVariables } from './variable/missing.ts';
import { valueRefused } from './variable/value.ts';
import { wslStopped } from './windows/notRecognized.ts';

/** What is likely rather than sure, or told by how the server ends and what it does not say. */
export const likelyRules: readonly Rule[] = [
  installHinted,
  filePlaced,
  notBuilt,
  otherApi,
  pathTooLong,
  wslStopped,
  databaseFile,
  notRepository,
  folderForFile,
  entryPathMissing,
  addressUnset,
  addressInvalid,
  argumentCount,
  fieldInvalid,
  messageTooEarly,
  unknownRequest,
  sdkMismatch,
  invalidData,
  lockHeld,
  loginFirst,
  otherPlatformOnly,
  valueRefused,
  serviceTls,
  versionNeeded,
  serviceStatus,
  variableRead,
  ...statementRules,
  someVariables,
  usagePrinted,
  stackOverflow,
  neverStarted,
  argumentNotTaken,
  uncaughtError,
  crashed,
  windowsCrash,
  killed,
  exit127,
  silentExit,
  logsOnStdout,
  textOnStdout,
  notMcp,
  invalidHandshake,
  slowDownload,
  windowsFromLinux,
  stdoutBuffered,
  silentServer,
  silentAddress,
];
