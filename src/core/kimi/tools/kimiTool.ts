import { userLockDir } from '../../files/lock.ts';
import {
  errorOutcome,
  type RunTool,
  type ToolArguments,
  type ToolContext,
  type ToolOutcome,
} from '../../mcpServer/tool.ts';
import { logFailure } from '../../mcpServer/logFailure.ts';
import { refusal } from './approval.ts';
import { type KimiConfig, loadConfig } from '../model/config.ts';
import { folderOf, readFiles } from '../prompt/files.ts';
import { joinTexts, skippedLines, unknownRole, wasCancelled } from './outcomeText.ts';
import type { KimiHost } from '../model/port.ts';
import { assemblePrompt } from '../prompt/promptText.ts';
import { type KimiTask, missingPrompt, readTask, type TaskKind, writes } from '../model/task.ts';
import { runTask } from './taskRun.ts';

/** What every part of a call needs to know. */
interface Call {
  readonly title: string;
  readonly task: KimiTask;
  readonly host: KimiHost;
  readonly config: KimiConfig;
  readonly context: ToolContext;
}

export function kimiTool(kind: TaskKind, title: string, host: KimiHost): RunTool {
  return async (args, context) => {
    const outcome = await callTool(kind, title, host, args, context);
    return wasCancelled(outcome) ? outcome : logFailure(outcome, context.log);
  };
}

async function callTool(
  kind: TaskKind,
  title: string,
  host: KimiHost,
  args: ToolArguments,
  context: ToolContext,
): Promise<ToolOutcome> {
  const task = readTask(kind, args);
  if (task.prompt === '') return errorOutcome(missingPrompt);
  const { config, warnings } = await loadConfig(host);
  for (const warning of warnings) context.log.warn(warning);
  const role = Object.hasOwn(config.roles, task.role) ? config.roles[task.role] : undefined;
  if (kind === 'analyze' && role === undefined) {
    return errorOutcome(unknownRole(task.role, Object.keys(config.roles)));
  }
  const call: Call = { title, task, host, config, context };
  const refused = writes(kind) ? whyNowhere(call) : undefined;
  return refused !== undefined ? errorOutcome(refused) : prepareAndRun(call, role ?? '');
}

/** Nothing is read for a run that may write and has no place to. */
function whyNowhere({ title, task, host }: Call): string | undefined {
  const folder = folderOf(task.files, host.folders());
  if (folder === undefined) return 'Open a folder first: there is none for Kimi to work in.';
  return host.trusted() ? undefined : `${title} needs a trusted workspace. Trust ${folder} first.`;
}

async function prepareAndRun(call: Call, roleText: string): Promise<ToolOutcome> {
  const { title, task, host, config, context } = call;
  const { read, skipped } = await readFiles(task.files, host.folders(), config.maxFileBytes);
  if (task.files.length > 0 && read.length === 0) {
    return errorOutcome(joinTexts('None of the files could be read.', skippedLines(skipped)));
  }
  const folder = folderOf(task.files, host.folders());
  const prompt = assemblePrompt(task, read, roleText);
  const refused = writes(task.kind) ? await whyRefused(call, folder!, prompt) : undefined;
  if (refused !== undefined) return errorOutcome(refused);
  return runTask(host, config, context, {
    title,
    access: writes(task.kind) ? 'write' : folder !== undefined && host.trusted() ? 'read' : 'none',
    prompt, // the very text that was consented to
    skipped,
    lockDir: userLockDir(host.env, host.homeDir),
    ...(folder !== undefined && { folder }),
  });
}

function whyRefused(
  { title, task, host, config, context }: Call,
  folder: string,
  text: string,
): ReturnType<typeof refusal> {
  return refusal(host, config, { kind: task.kind, title, folder, text }, context);
}
