import { homedir } from 'node:os';
import type { KnowledgeBase } from '../../core/knowledge/base/knowledgeBase.ts';
import { readKnowledge } from '../../core/knowledge/base/readKnowledge.ts';
import { printLines } from '../support/print.ts';
import type { CliIo } from '../support/verb.ts';

/** A user who runs a command in a folder trusts that folder. */
export async function openBase(io: CliIo): Promise<KnowledgeBase> {
  const homeDir = io.env['HOME'] || homedir();
  const { base, problems } = await readKnowledge({ homeDir, trusted: () => true, folders: () => [io.cwd] });
  for (const { file, line, message, severity } of problems)
    if (severity === 'error') printLines(io.stderr, `${file}:${line}: ignored: ${message}`);
  return base;
}
