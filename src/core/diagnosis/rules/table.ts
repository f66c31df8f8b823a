import { entryRules } from './entryRules.ts';
import type { Rule } from '../model/rule.ts';
import { timeZoneUnknown } from './argument/timeZone.ts';
import { argumentInvalid } from './argument/invalid.ts';
import { binWithoutShebang, dependencyConflict, libraryMissing } from './package/dependencies.ts';
import { statementRules } from './stated/table.ts';
import { reportedCauses, reportedTroubles } from './reported/reported.ts';
import { dubiousRepository, notRepository } from './path/repository.ts';
import { fileForFolder, folderForFile } from './path/isFolder.ts';
import { databaseFile } from './path/databaseFile.ts';
import { serviceStatus } from './network/status.ts';
import { notBuilt } from './package/notBuilt.ts';
import { pathTooLong } from './path/tooLong.ts';
import { uvTooOld } from './package/uvOld.ts';
import { versionNeeded } from './runtime/needed.ts';
import { atlasList, serviceTls } from './network/serviceTls.ts';
import { installHinted } from './package/hinted.ts';
import { otherApi } from './package/otherApi.ts';
import { endedWell } from './crash/ended.ts';
import { invalidData } from './crash/invalidData.ts';
import { raisedError, rejectedValue, thrownError, thrownText } from './crash/thrown.ts';
import { noWebSocket, otherApiThere, otherService } from './http/notMcp.ts';
import { pathNotMounted } from './container/unseen.ts';
import { runnerOption } from './argument/runnerOption.ts';
import { otherLanguage } from './runtime/otherLanguage.ts';
import { stdoutRedirected } from './transport/redirected.ts';
import { springServesHttp } from './transport/springWeb.ts';
import { streamsKept } from './transport/captured.ts';
import { signInFailed } from './http/oauth.ts';
import { valueEmpty, valueOfOtherKind } from './variable/refusedValue.ts';
import { scriptNotNamed, shellFirstWord, shellWithoutOption } from './program/withoutScript.ts';
import { devTool } from './framing/devTool.ts';
import { neverStarted } from './crash/neverStarted.ts';
import { optionOfOther, optionsExclude, settingsConflict } from './argument/conflict.ts';
import { jsonValueBroken } from './variable/json.ts';
import { variableRead } from './variable/read.ts';
import { containerStopped } from './container/exec.ts';
import { databaseEncryption, databaseMissing, databaseSignIn } from './network/database.ts';
import { gitSignIn } from './network/git.ts';
import { sshFailed, sudoAsks } from './network/ssh.ts';
import { corepackOutdated, environmentMissing, linkFailed, oldCryptography } from './package/installers.ts';
import { lockHeld } from './port/locked.ts';
import { browserLibraries, browserMissing, browserSandbox, driverVersion, noDisplay } from './program/browser.ts';
import { badInterpreter } from './program/interpreter.ts';
import { importAssertion } from './runtime/importAssertion.ts';
import { nodeImport, nodePermission } from './runtime/nodeImport.ts';
import { moduleShadowed } from './runtime/shadowed.ts';
import { versionManager } from './runtime/versionManager.ts';
import { apiDisabled, cloudCredentials, clusterUnknown, loginFirst } from './variable/login.ts';
import { joinedArguments, quotedArgument } from './argument/joined.ts';
import { argumentCount, argumentMissing, usagePrinted } from './argument/missing.ts';
import { unknownOption } from './argument/unknownOption.ts';
import {
  composeMissing,
  containerProgram,
  dockerDenied,
  dockerDetached,
  dockerHelper,
  dockerNotInteractive,
  dockerReference,
  dockerTty,
  mountDenied,
  mountMissing,
  sandboxFailed,
} from './container/docker.ts';
import { dockerNotRunning, windowsContainers } from './container/daemon.ts';
import { imageDenied, imageUnknown, pullLimit } from './container/registry.ts';
import { optionAfterImage } from './container/optionOrder.ts';
import { crashed, deadlock, killed, outOfMemory, stackOverflow, systemLimit, windowsCrash } from './crash/memory.ts';
import { silentExit } from './crash/silentExit.ts';
import { syntaxError } from './crash/syntaxError.ts';
import { uncaughtError } from './crash/uncaught.ts';
import { contentLength, jsonOverLines } from './framing/contentLength.ts';
import { waitsForAnswer } from './framing/prompt.ts';
import { stdoutClosed } from './framing/stdoutClosed.ts';
import { logsOnStdout, textOnStdout } from './framing/stdoutText.ts';
import { gatewayInFront } from './http/gateways.ts';
import { loginPage } from './http/loginPage.ts';
import { registrationRefused } from './http/registration.ts';
import { redirectedElsewhere } from './http/redirected.ts';
import { forbidden, unauthorized } from './http/signIn.ts';
import { hostRefused, sessionTaken, sessionWanted } from './http/session.ts';
import { httpStatus, tunnelOffline } from './http/status.ts';
import { formsOnly, otherProgram } from './http/otherProgram.ts';
import { captivePortal, webFilter } from './http/webFilter.ts';
import {
  acceptRefused,
  messagePath,
  methodNotAllowed,
  olderTransport,
  pathNotFound,
  tunnelPage,
  webPage,
  webServerOnly,
} from './http/wrongPath.ts';
import { noIpv6 } from './network/noIpv6.ts';
import { proxyAway, socksUnsupported } from './network/proxy.ts';
import { azureCode } from './variable/azureCodes.ts';
import { valueBeginning } from './variable/beginning.ts';
import { accountState } from './reported/accountState.ts';
import { invalidResult } from './protocol/invalidResult.ts';
import { databaseCertificate } from './network/databaseCertificate.ts';
import { clusterPlugin } from './program/clusterPlugin.ts';
import { platformDown } from './http/platforms.ts';
import { remoteShell } from './transport/remoteShell.ts';
import { headerEnded, tokenEnded } from './variable/endedToken.ts';
import { clockWrong } from './network/clock.ts';
import { databaseFull, databaseHost, srvUnanswered } from './network/databaseAccess.ts';
import { clusterRole } from './variable/clusterRole.ts';
import { composeService } from './container/composeService.ts';
import { schemeTwice } from './network/schemeTwice.ts';
import { badCertificate } from './network/certificate.ts';
import { proxyDenied, serviceCertificate, serviceUnreachable } from './network/service.ts';
import {
  badPort,
  brokenHttp,
  connectionRefused,
  connectionReset,
  hostSilent,
  hostUnknown,
  notTls,
  socketMissing,
} from './network/unreachable.ts';
import { compileFailed, nativeModule, sharedLibraryMissing } from './build/buildTools.ts';
import { diskFull, npmCacheBroken, npmCacheOwned } from './package/cache.ts';
import { bridgeNamesake } from './package/namesake.ts';
import { nodeModuleMissing } from './package/nodeModule.ts';
import { packageOtherProgram, packageWithoutProgram, targetMissing } from './package/noProgram.ts';
import { toolFailed } from './package/tools.ts';
import { packageUnknown, scopeForPython } from './package/npmUnknown.ts';
import { pythonBroken, pythonModuleMissing, pythonVersion } from './package/pythonModule.ts';
import { registryDenied, registryUnreachable } from './package/registryUnreachable.ts';
import { pythonPartMissing } from './runtime/pythonParts.ts';
import { linkedLibraryGone } from './build/homebrew.ts';
import { otherManager } from './package/otherManager.ts';
import { pyLauncher } from './windows/pyLauncher.ts';
import { fileNotTrusted } from './permission/notTrusted.ts';
import { packageOffline } from './package/offline.ts';
import { propertyMissing } from './variable/property.ts';
import { lineReadsVariable } from './variable/line.ts';
import { aliasUnresolved } from './runtime/alias.ts';
import { packageVersionUnknown } from './package/versionUnknown.ts';
import { argumentPathMissing } from './path/allowedFolder.ts';
import { fileUrlGiven, pathsJoined } from './path/argumentForm.ts';
import { entryPathMissing } from './path/entryPath.ts';
import { pathWithBlank } from './path/blank.ts';
import { scriptMissing } from './path/scriptMissing.ts';
import { accessDenied, privilegedPort, readOnly } from './permission/denied.ts';
import { scriptOfWindows, windowsLineEndings } from './permission/lineEndings.ts';
import { addressNotHere, portInUse } from './port/inUse.ts';
import { calledProgramMissing } from './program/calledProgram.ts';
import { exit127 } from './program/exit127.ts';
import { headerOfProtocol } from './http/ownHeader.ts';
import { processorLacks } from './runtime/processor.ts';
import { librarySettings } from './package/librarySettings.ts';
import { sdkMisused } from './protocol/sdkMisuse.ts';
import { serverObjectMissing } from './protocol/serverObject.ts';
import { messageTooEarly } from './protocol/order.ts';
import {
  invalidHandshake,
  notMcp,
  otherIds,
  protocolVersion,
  sdkMismatch,
  unknownRequest,
} from './protocol/version.ts';
import { otherArchitecture, spawnRefused } from './runtime/architecture.ts';
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
import {
  asyncLoop,
  loopInLoop,
  packageWithoutMain,
  pythonEncoding,
  pythonManaged,
  relativeImport,
} from './runtime/python.ts';
import { pythonTooOld } from './runtime/pythonTooOld.ts';
import { otherPlatformOnly } from './runtime/platform.ts';
import { typescriptRun } from './runtime/typescript.ts';
import { argumentNotTaken } from './crash/keyword.ts';
import { ownClone } from './package/ownClone.ts';
import { calledNotExecutable } from './permission/notExecutable.ts';
import { bridgeFailed } from './transport/bridge.ts';
import { servesHttp } from './transport/httpServer.ts';
import { windowsFromLinux } from './transport/windowsFolder.ts';
import { wordpressRoute } from './http/wordpress.ts';
import { silentAddress, silentServer, slowDownload } from './transport/silent.ts';
import { addressInvalid, addressUnset, passwordUnescaped, schemeMissing, variableInvalid } from './variable/invalid.ts';
import { fieldInvalid } from './variable/field.ts';
import { someVariables, unnamedVariable, variableMissing } from './variable/missing.ts';
import { credentialRefused, scopeMissing } from './variable/refused.ts';
import { knownRules } from './knownRules.ts';
import { valueRefused } from './variable/value.ts';
import {
  notRecognized,
  scriptsDisabled,
  splitPath,
  programOfWindows,
  uncFolder,
  unsetFolder,
  wslMissing,
  wslStopped,
} from './windows/notRecognized.ts';

/** What is more specific stands before what is more general: of those that are equally sure, the first one decides. */
export const rules: readonly Rule[] = [
  ...entryRules,
  otherLanguage,
  scriptNotNamed,
  shellWithoutOption,
  shellFirstWord,
  spawnRefused,
  devTool,
  // containers and sandboxes
  joinedArguments,
  quotedArgument,
  runnerOption,
  dockerDetached,
  pathNotMounted,
  composeMissing,
  composeService,
  dockerNotRunning,
  windowsContainers,
  dockerDenied,
  containerStopped,
  dockerHelper,
  dockerTty,
  pullLimit,
  optionAfterImage,
  mountDenied,
  imageDenied,
  imageUnknown,
  mountMissing,
  containerProgram,
  dockerReference,
  sandboxFailed,
  dockerNotInteractive,
  // packages
  diskFull,
  linkFailed,
  corepackOutdated,
  gitSignIn,
  unsetFolder,
  npmCacheOwned,
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
  // runtimes
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
  ...knownRules,
  serverObjectMissing,
  // what the server itself says
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
  // the network
  badCertificate,
  notTls,
  connectionRefused,
  socketMissing,
  hostUnknown,
  hostSilent,
  connectionReset,
  badPort,
  brokenHttp,
  tunnelPage,
  captivePortal,
  webFilter,
  platformDown,
  otherProgram,
  formsOnly,
  olderTransport,
  webServerOnly,
  messagePath,
  registrationRefused,
  signInFailed,
  loginPage,
  gatewayInFront,
  redirectedElsewhere,
  tunnelOffline,
  noWebSocket,
  hostRefused,
  acceptRefused,
  sessionTaken,
  sessionWanted,
  otherApiThere,
  headerEnded,
  unauthorized,
  forbidden,
  wordpressRoute,
  pathNotFound,
  methodNotAllowed,
  webPage,
  otherService,
  httpStatus,
  // what is likely
  installHinted,
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
  silentServer,
  silentAddress,
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
