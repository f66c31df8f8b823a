import { join } from 'node:path';
import { errorOutcome, type RunTool, type ToolArguments, type ToolContext, type ToolOutcome } from '../tool.ts';
import { refusal } from './approval.ts';
import { type KimiConfig, loadConfig } from './config.ts';
import { folderOf, readFiles } from './files.ts';
import { joinTexts, skippedLines, unknownRole } from './outcomeText.ts';
import type { KimiHost } from './port.ts';
import { assemblePrompt } from './promptText.ts';
import { type KimiTask, readTask, type TaskKind, writes } from './task.ts';
import { runTask } from './taskRun.ts';
import { missingPrompt } from './tools.ts';

const titles: Readonly<Record<TaskKind, string>> = {
  analyze: 'Analyze code with Kimi',
  implement: 'Implement with Kimi',
  refactor: 'Refactor with Kimi',
  verify: 'Verify with Kimi',
};

export function kimiTool(kind: TaskKind, host: KimiHost): RunTool {
  return async (args, context) => callTool(kind, host, args, context);
}

async function callTool(
  kind: TaskKind,
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
  const refused = writes(kind) ? await whyRefused(task, host, config, context) : undefined;
  return refused !== undefined ? errorOutcome(refused) : prepareAndRun(task, role ?? '', host, config, context);
}

async function whyRefused(
  task: KimiTask,
  host: KimiHost,
  config: KimiConfig,
  context: ToolContext,
): Promise<string | undefined> {
  const folder = folderOf(task.files, host.folders());
  if (folder === undefined) return 'Open a folder first: there is none for Kimi to work in.';
  return refusal(host, config, { kind: task.kind, title: titles[task.kind], folder, prompt: task.prompt }, context);
}

async function prepareAndRun(
  task: KimiTask,
  roleText: string,
  host: KimiHost,
  config: KimiConfig,
  context: ToolContext,
): Promise<ToolOutcome> {
  const { read, skipped } = await readFiles(task.files, host.folders(), config.maxFileBytes);
  if (task.files.length > 0 && read.length === 0) {
    return errorOutcome(joinTexts('None of the files could be read.', skippedLines(skipped)));
  }
  const folder = folderOf(task.files, host.folders());
  const write = writes(task.kind);
  return runTask(host, config, context, {
    title: titles[task.kind],
    access: write ? 'write' : folder !== undefined && host.trusted() ? 'read' : 'none',
    prompt: assemblePrompt(task, read, roleText),
    skipped,
    lockDir: join(host.env['XDG_CACHE_HOME'] || join(host.homeDir, '.cache'), 'mcp-switchboard', 'locks'),
    ...(folder !== undefined && { folder }),
  });
}
