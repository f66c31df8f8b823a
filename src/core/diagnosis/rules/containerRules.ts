import type { Rule } from '../model/rule.ts';
import { pathNotMounted } from './container/unseen.ts';
import { runnerOption } from './argument/runnerOption.ts';
import { otherLanguage } from './runtime/otherLanguage.ts';
import { scriptNotNamed, shellFirstWord, shellWithoutOption } from './program/withoutScript.ts';
import { devTool } from './framing/devTool.ts';
import { containerStopped } from './container/exec.ts';
import { joinedArguments, quotedArgument } from './argument/joined.ts';
import {
  composeMissing,
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
import { containerProgram } from './container/imageProgram.ts';
import { imageDenied, imageUnknown, pullLimit } from './container/registry.ts';
import { optionAfterImage } from './container/optionOrder.ts';
import { composeService } from './container/composeService.ts';
import { spawnRefused } from './runtime/architecture.ts';

/** Words of the entry that something else takes, containers and sandboxes. */
export const containerRules: readonly Rule[] = [
  otherLanguage,
  scriptNotNamed,
  shellWithoutOption,
  shellFirstWord,
  spawnRefused,
  devTool,
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
];
