import path from 'node:path';
import { Lifetime } from '../../../../src/base/lifetime.ts';
import { type LogLine, createLog, silentLog } from '../../../../src/base/log.ts';
import type { ServerHost } from '../../../../src/core/mcpServer/host.ts';
import { KnowledgeBase } from '../../../../src/core/knowledge/base/knowledgeBase.ts';
import { shippedFromSources } from '../../../../src/core/knowledge/base/fromSources.ts';
import { problemsOf } from '../../../../src/core/mcpServer/toolProblems.ts';
import {
  type ServerTool,
  type ToolArguments,
  type ToolContext,
  type ToolOutcome,
  errorOutcome,
} from '../../../../src/core/mcpServer/tool.ts';

export const patternsDir = path.resolve(import.meta.dirname, '../../../../media/knowledge');

export async function shippedBase(): Promise<KnowledgeBase> {
  return new KnowledgeBase(await shippedFromSources(patternsDir));
}

export interface HostOptions {
  readonly homeDir?: string;
  readonly folders?: readonly string[];
  readonly trusted?: boolean;
}

export function fakeHost({
  homeDir = '/nonexistent/home',
  folders = [],
  trusted = true,
}: HostOptions = {}): ServerHost {
  return {
    lifetime: new Lifetime(),
    log: silentLog,
    folders: () => folders,
    trusted: () => trusted,
    env: {},
    homeDir,
    setting: () => undefined,
    listServers: () => [],
  };
}

/** A host for as long as `use` runs. */
export async function withHost<T>(use: (host: ServerHost) => Promise<T>, options: HostOptions = {}): Promise<T> {
  const host = fakeHost(options);
  try {
    return await use(host);
  } finally {
    host.lifetime.dispose();
  }
}

export interface Called {
  readonly outcome: ToolOutcome;
  readonly log: readonly LogLine[];
}

/** As the embedded server calls a tool: schema first, then the tool, then its output schema. */
export async function callOn(host: ServerHost, tool: ServerTool, args: ToolArguments): Promise<Called> {
  const log: LogLine[] = [];
  const context: ToolContext = {
    signal: host.lifetime.signal,
    progress: () => {},
    log: createLog((line) => log.push(line)),
    requestId: 1,
    inputs: async () => ({}),
    clientCapabilities: {},
  };
  const problems = await problemsOf(tool.inputSchema, args);
  if (problems.length > 0) {
    const explanation = tool.explain?.(problems, args) ?? 'unexplained';
    log.push({ level: 'error', message: typeof explanation === 'string' ? explanation : explanation.log, fields: {} });
    return { outcome: errorOutcome(typeof explanation === 'string' ? explanation : explanation.text), log };
  }
  const outcome = await (await tool.load(host))(args, context);
  if (!outcome.isError && tool.outputSchema) {
    const misfits = await problemsOf(tool.outputSchema, outcome.structuredContent);
    if (misfits.length > 0) throw new Error(`output schema: ${JSON.stringify(misfits)}`);
  }
  return { outcome, log };
}

export function call(tool: ServerTool, args: ToolArguments, options: HostOptions = {}): Promise<Called> {
  return withHost((host) => callOn(host, tool, args), options);
}

export function textOf(outcome: ToolOutcome): string {
  const [first] = outcome.content;
  if (first?.type !== 'text') throw new Error('no text');
  return String(first.text);
}

/** The least that a pattern file must have. */
export const smallPattern = `id: ACME-AUTHZ-001
title: Warehouse robots obey anybody
category: authorization
severity: high
threat: Whoever reaches the controller steers the robots.
check: Look for controller routes without the operator check.
fix: Require the operator role on every route of the controller.
triggers:
  terms: [robot controller, zorbotron steering, conveyor override]
  actions: [steer a warehouse robot, override the conveyor belt]
`;
