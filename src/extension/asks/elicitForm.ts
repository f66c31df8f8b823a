import * as vscode from 'vscode';
import type { AskContext, ElicitAnswer, ElicitRequest } from '../../core/servers/asks.ts';
import { type Field, checkText, readFields, toValue } from './elicitFields.ts';

type FormRequest = Extract<ElicitRequest, { mode: 'form' }>;
type Answer =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'closed' };

/** Asks field by field in VS Code's own input; Escape cancels the whole, and is never consent. */
export async function askForm(request: FormRequest, context: AskContext): Promise<ElicitAnswer> {
  const fields = readFields(request.schema);
  const go = await confirm(request.message, context.server, fields);
  if (go !== 'accept') return { action: go };
  const content: Record<string, string | number | boolean | readonly string[]> = {};
  for (const [index, field] of fields.entries()) {
    const answer = await askField(field, `${context.server} (${index + 1}/${fields.length})`);
    if (answer.kind === 'closed') return { action: 'cancel' };
    if (answer.kind === 'value') content[field.name] = toValue(field, answer.value);
  }
  return { action: 'accept', content };
}

async function confirm(
  message: string,
  server: string,
  fields: readonly Field[],
): Promise<'accept' | 'decline' | 'cancel'> {
  const answer = fields.length === 0 ? vscode.l10n.t('Accept') : vscode.l10n.t('Answer');
  const decline = vscode.l10n.t('Decline');
  const title = vscode.l10n.t('{0} asks: {1}', server, message);
  const chosen = await vscode.window.showInformationMessage(title, answer, decline);
  return chosen === answer ? 'accept' : chosen === decline ? 'decline' : 'cancel';
}

async function askField(field: Field, title: string): Promise<Answer> {
  if (field.options.length > 0) return pickOption(field, title);
  const value = await vscode.window.showInputBox({
    title,
    prompt: field.description === '' ? field.label : `${field.label}: ${field.description}`,
    value: field.initial,
    ignoreFocusOut: true,
    validateInput: (text) => (text === '' && !field.required ? undefined : checkText(field, text)),
  });
  if (value === undefined) return { kind: 'closed' };
  return value === '' && !field.required ? { kind: 'skipped' } : { kind: 'value', value };
}

async function pickOption(field: Field, title: string): Promise<Answer> {
  const skip = { label: vscode.l10n.t('Leave unset'), value: undefined };
  const items = [...field.options.map(({ label, value }) => ({ label, value })), ...(field.required ? [] : [skip])];
  const options = { title, placeHolder: field.label, ignoreFocusOut: true };
  if (field.type === 'array') {
    const many = await vscode.window.showQuickPick([...field.options], { ...options, canPickMany: true });
    return many ? { kind: 'value', value: JSON.stringify(many.map(({ value }) => value)) } : { kind: 'closed' };
  }
  const one = await vscode.window.showQuickPick(items, options);
  if (!one) return { kind: 'closed' };
  return one.value === undefined ? { kind: 'skipped' } : { kind: 'value', value: one.value };
}
