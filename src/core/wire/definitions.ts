import type { PromptView, ResourceView, TemplateView } from '../../contract/browse.ts';

export interface ToolDefinition {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
  readonly annotations?: Readonly<Record<string, unknown>>;
  readonly _meta?: Readonly<Record<string, unknown>>;
}

export type ResourceDefinition = ResourceView;
export type ResourceTemplateDefinition = TemplateView;
export type PromptDefinition = PromptView;
