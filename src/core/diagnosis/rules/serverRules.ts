import type { Rule } from '../model/rule.ts';
import { timeZoneUnknown } from './argument/timeZone.ts';
import { argumentInvalid } from './argument/invalid.ts';
import { dubiousRepository } from './path/repository.ts';
import { fileForFolder } from './path/isFolder.ts';
import { atlasList } from './network/serviceTls.ts';
import { stdoutRedirected } from './transport/redirected.ts';
import { springServesHttp } from './transport/springWeb.ts';
import { streamsKept } from './transport/captured.ts';
import { valueEmpty, valueOfOtherKind } from './variable/refusedValue.ts';
import { optionOfOther, optionsExclude, settingsConflict } from './argument/conflict.ts';
import { jsonValueBroken } from './variable/json.ts';
import { databaseEncryption, databaseMissing, databaseSignIn } from './network/database.ts';
import { sshFailed, sudoAsks } from './network/ssh.ts';
import { browserMissing, browserSandbox, driverVersion, noDisplay } from './program/browser.ts';
import { apiDisabled, cloudCredentials, clusterUnknown } from './variable/login.ts';
import { argumentMissing } from './argument/missing.ts';
import { unknownOption } from './argument/unknownOption.ts';
import { deadlock, outOfMemory, systemLimit } from './crash/memory.ts';
import { syntaxError } from './crash/syntaxError.ts';
import { contentLength, jsonOverLines } from './framing/contentLength.ts';
import { waitsForAnswer } from './framing/prompt.ts';
import { stdoutClosed } from './framing/stdoutClosed.ts';
import { noIpv6 } from './network/noIpv6.ts';
import { proxyAway, socksUnsupported } from './network/proxy.ts';
import { azureCode } from './variable/azureCodes.ts';
import { valueBeginning } from './variable/beginning.ts';
import { accountState } from './reported/accountState.ts';
import { invalidResult } from './protocol/invalidResult.ts';
import { databaseCertificate } from './network/databaseCertificate.ts';
import { clusterPlugin } from './program/clusterPlugin.ts';
import { remoteShell } from './transport/remoteShell.ts';
import { tokenEnded } from './variable/endedToken.ts';
import { clockWrong } from './network/clock.ts';
import { databaseFull, databaseHost, srvUnanswered } from './network/databaseAccess.ts';
import { clusterRole } from './variable/clusterRole.ts';
import { schemeTwice } from './network/schemeTwice.ts';
import { proxyDenied, serviceCertificate, serviceUnreachable } from './network/service.ts';
import { propertyMissing } from './variable/property.ts';
import { lineReadsVariable } from './variable/line.ts';
import { argumentPathMissing } from './path/allowedFolder.ts';
import { accessDenied, privilegedPort, readOnly } from './permission/denied.ts';
import { addressNotHere, portInUse } from './port/inUse.ts';
import { calledProgramMissing } from './program/calledProgram.ts';
import { headerOfProtocol } from './http/ownHeader.ts';
import { sdkMisused } from './protocol/sdkMisuse.ts';
import { serverObjectMissing } from './protocol/serverObject.ts';
import { otherIds, protocolVersion } from './protocol/version.ts';
import { asyncLoop } from './runtime/python.ts';
import { calledNotExecutable } from './permission/notExecutable.ts';
import { bridgeFailed } from './transport/bridge.ts';
import { servesHttp } from './transport/httpServer.ts';
import { passwordUnescaped, schemeMissing, variableInvalid } from './variable/invalid.ts';
import { unnamedVariable, variableMissing } from './variable/missing.ts';
import { credentialRefused, scopeMissing } from './variable/refused.ts';

/** What the server itself says. */
export const serverRules: readonly Rule[] = [
  serverObjectMissing,
  bridgeFailed,
  remoteShell,
  springServesHttp,
  portInUse,
  addressNotHere,
  privilegedPort,
  browserSandbox,
  driverVersion,
  browserMissing,
  noDisplay,
  sudoAsks,
  sshFailed,
  proxyDenied,
  proxyAway,
  socksUnsupported,
  noIpv6,
  schemeTwice,
  databaseCertificate,
  serviceCertificate,
  clusterPlugin,
  clockWrong,
  clusterRole,
  accountState,
  azureCode,
  cloudCredentials,
  clusterUnknown,
  scopeMissing,
  databaseEncryption,
  databaseHost,
  databaseFull,
  srvUnanswered,
  databaseMissing,
  databaseSignIn,
  apiDisabled,
  dubiousRepository,
  passwordUnescaped,
  schemeMissing,
  jsonValueBroken,
  propertyMissing,
  lineReadsVariable,
  timeZoneUnknown,
  settingsConflict,
  optionsExclude,
  optionOfOther,
  fileForFolder,
  valueBeginning,
  valueEmpty,
  valueOfOtherKind,
  tokenEnded,
  credentialRefused,
  atlasList,
  serviceUnreachable,
  outOfMemory,
  deadlock,
  systemLimit,
  variableMissing,
  unnamedVariable,
  variableInvalid,
  argumentInvalid,
  unknownOption,
  argumentMissing,
  argumentPathMissing,
  calledProgramMissing,
  calledNotExecutable,
  readOnly,
  accessDenied,
  syntaxError,
  asyncLoop,
  sdkMisused,
  stdoutClosed,
  streamsKept,
  stdoutRedirected,
  waitsForAnswer,
  contentLength,
  jsonOverLines,
  servesHttp,
  headerOfProtocol,
  protocolVersion,
  invalidResult,
  otherIds,
];
