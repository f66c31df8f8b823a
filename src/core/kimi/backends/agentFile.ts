import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Access } from '../model/task.ts';

// Kimi's own ways to keep a run from writing do not hold: deny rules are ignored, plan mode has a writing
// sub-agent, and a repository may replace the built-in agents. A given agent file with a list of tools holds.
// `Agent` must never be on it: a sub-agent has all tools.
const readTools = ['Read', 'Grep', 'Glob'];

const instructions: Readonly<Record<Access, string>> = {
  none: 'You answer questions about code and text that are given to you whole. You have no tools.',
  read: 'You answer questions about the code in ${cwd}. You can read and search files, and change nothing. When you have what you need, give the whole answer in your last message.',
  write: '${base_prompt}',
};

/** An agent for kimi-code. `task` is the way for what is too long for an argument list. */
export function agentText(access: Access, task?: string): string {
  const tools = access === 'write' ? [] : [`tools: [${access === 'read' ? readTools.join(', ') : ''}]`];
  const head = ['---', `name: switchboard-${access}`, 'description: A task from MCP Switchboard', ...tools, '---'];
  const body = task === undefined ? [] : ['', '# Task', '', literal(task)];
  return [...head, instructions[access], ...body, ''].join('\n');
}

/**
 * The body is a template in which Kimi replaces the names it knows, once. There is no escape, but one
 * of the names always stands for nothing: `$${role_additional}{cwd}` comes out as `${cwd}`.
 */
function literal(text: string): string {
  return text.replaceAll('${', () => '$${role_additional}{');
}

export async function writeAgentFile(dir: string, access: Access, task?: string): Promise<string> {
  const path = join(dir, 'agent.md');
  await writeFile(path, agentText(access, task), { mode: 0o600 });
  return path;
}

const legacyTools = ['ReadFile', 'Glob', 'Grep'].map((name) => `kimi_cli.tools.file:${name}`);

/**
 * The same lock for the old CLI: a YAML file with its prompt beside it. That CLI adds the tools of the
 * user's MCP servers to any agent, so the run also gets an MCP configuration of its own, with none.
 */
export async function writeLegacyAgent(dir: string, access: Exclude<Access, 'write'>): Promise<readonly string[]> {
  const tools = access === 'read' ? legacyTools.map((tool) => `\n    - "${tool}"`).join('') : ' []';
  const agent = `version: 1\nagent:\n  name: switchboard-${access}\n  system_prompt_path: ./system.md\n  tools:${tools}\n  subagents: {}\n`;
  const prompt = instructions[access].replace('${cwd}', '${KIMI_WORK_DIR}');
  await writeFile(join(dir, 'agent.yaml'), agent, { mode: 0o600 });
  await writeFile(join(dir, 'system.md'), `${prompt}\n`, { mode: 0o600 });
  await writeFile(join(dir, 'mcp.json'), '{"mcpServers":{}}', { mode: 0o600 });
  return ['--agent-file', join(dir, 'agent.yaml'), '--mcp-config-file', join(dir, 'mcp.json')];
}
