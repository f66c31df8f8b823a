import type * as vscode from 'vscode';
import { isRecord } from '../../base/json.ts';
import type { ConfigProblemView } from '../../contract/inspector.ts';

export interface ServerNode {
  readonly kind: 'server';
  readonly server: string;
}

export interface ToolNode {
  readonly kind: 'tool';
  readonly server: string;
  readonly tool: string;
}

interface ProblemNode {
  readonly kind: 'problem';
  readonly problem: ConfigProblemView;
}

/** An entry that is shadowed by another of the same name. */
export interface ShadowedNode {
  readonly kind: 'shadowed';
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly winner: string;
}

/** Instead of an empty list: what is missing, and the next step. */
export interface HintNode {
  readonly kind: 'hint';
  readonly id: string;
  readonly text: string;
  readonly icon: string;
  readonly command?: vscode.Command;
}

export type Node = ServerNode | ToolNode | ProblemNode | ShadowedNode | HintNode;

export function isServerNode(value: unknown): value is ServerNode {
  return isRecord(value) && value['kind'] === 'server' && typeof value['server'] === 'string';
}

export function isToolNode(value: unknown): value is ToolNode {
  return isRecord(value) && value['kind'] === 'tool' && typeof value['tool'] === 'string';
}
