import * as vscode from 'vscode';
import { type DraftValue, type ServerDraft, valueNameProblem } from '../../../core/config/edit/serverDraft.ts';
import { looksSecret } from '../../../core/trust/redaction/hideSecrets.ts';
import { redactText } from '../../../core/trust/redaction/redact.ts';
import { isSecretField } from '../../../core/trust/redaction/redactFields.ts';
import { words } from './formWords.ts';
import { type Answer, type Place, askPick, askText } from './steps.ts';

interface ListItem extends vscode.QuickPickItem {
  readonly act: 'continue' | 'add' | 'remove';
  readonly index?: number;
}

/** Environment variables or headers: a list that grows until the user continues. */
export async function askValues<D extends ServerDraft>(draft: D, place: Place): Promise<Answer<D>> {
  let { values } = draft;
  for (;;) {
    const items = listItems(draft, values);
    const placeHolder = isRemote(draft)
      ? vscode.l10n.t('HTTP headers, for example Authorization')
      : vscode.l10n.t('Environment variables of the server');
    const answer = await askPick(place, { placeHolder, items });
    if (answer.kind !== 'value') return answer;
    const { act, index } = answer.value;
    if (act === 'continue') return { kind: 'value', value: { ...draft, values } };
    if (act === 'remove') values = values.filter((_, at) => at !== index);
    if (act !== 'add') continue;
    const added = await askValue({ ...draft, values }, place);
    if (added.kind === 'closed') return added;
    if (added.kind === 'value') values = values.concat(added.value);
  }
}

function listItems(draft: ServerDraft, values: readonly DraftValue[]): readonly ListItem[] {
  const add = isRemote(draft) ? vscode.l10n.t('Add Header…') : vscode.l10n.t('Add Variable…');
  return [
    { label: `$(arrow-right) ${vscode.l10n.t('Continue')}`, act: 'continue', alwaysShow: true },
    { label: `$(add) ${add}`, act: 'add', alwaysShow: true },
    ...values.map((value, index): ListItem => ({
      label: `$(close) ${value.name}`,
      description: describeValue(value),
      detail: vscode.l10n.t('Select to remove'),
      act: 'remove',
      index,
    })),
  ];
}

function describeValue(value: DraftValue): string {
  if (value.from === 'text') return redactText(value.text);
  if (value.from === 'environment') return `\${env:${value.variable}}`;
  return value.secret ? vscode.l10n.t('prompted at start, kept as a secret') : vscode.l10n.t('prompted at start');
}

async function askValue(draft: ServerDraft, place: Place): Promise<Answer<DraftValue>> {
  const inner = { ...place, canGoBack: true };
  for (;;) {
    const name = await askText(inner, {
      prompt: isRemote(draft) ? vscode.l10n.t('Header name') : vscode.l10n.t('Variable name'),
      placeHolder: isRemote(draft) ? 'Authorization' : 'API_KEY',
      check: (text) => words(valueNameProblem(text, draft)),
    });
    if (name.kind !== 'value') return name;
    const value = await askSource(name.value.trim(), inner);
    if (value.kind !== 'back') return value;
  }
}

type Source = vscode.QuickPickItem & { readonly from: 'secret' | 'input' | 'environment' | 'text' };

async function askSource(name: string, place: Place): Promise<Answer<DraftValue>> {
  const items: readonly Source[] = [
    {
      label: vscode.l10n.t('Prompt for a secret'),
      detail: vscode.l10n.t('Prompted for at first start and kept in secret storage, never in the file'),
      from: 'secret',
    },
    { label: vscode.l10n.t('Prompt for a value'), detail: vscode.l10n.t('Prompted for at first start'), from: 'input' },
    {
      label: vscode.l10n.t('Read from an environment variable'),
      description: `\${env:${name}}`,
      from: 'environment',
    },
    { label: vscode.l10n.t('Write to the file'), from: 'text' },
  ];
  for (;;) {
    const secret = isSecretField(name);
    const active = items.find(({ from }) => from === (secret ? 'secret' : 'text'));
    const placeHolder = vscode.l10n.t('Select the source of the value of {0}', name);
    const answer = await askPick(place, { placeHolder, items, active });
    if (answer.kind !== 'value') return answer;
    const { from } = answer.value;
    if (from === 'secret' || from === 'input') {
      return { kind: 'value', value: { name, from: 'input', secret: from === 'secret' } };
    }
    const value = await (from === 'environment' ? askVariable(name, place) : askPlain(name, place));
    if (value.kind !== 'back') return value;
  }
}

async function askVariable(name: string, place: Place): Promise<Answer<DraftValue>> {
  const answer = await askText(place, {
    prompt: vscode.l10n.t('Name of the environment variable'),
    value: name.toUpperCase().replaceAll(/\W/g, '_'),
    check: (text) => (/^[A-Za-z_]\w*$/.test(text.trim()) ? undefined : words('bad-name')),
  });
  if (answer.kind !== 'value') return answer;
  return { kind: 'value', value: { name, from: 'environment', variable: answer.value.trim() } };
}

async function askPlain(name: string, place: Place): Promise<Answer<DraftValue>> {
  const answer = await askText(place, {
    prompt: vscode.l10n.t('Value of {0}, stored as plain text in the file', name),
    check: (text) => (looksSecret(name, text) ? secretWarning() : undefined),
  });
  return answer.kind === 'value' ? { kind: 'value', value: { name, from: 'text', text: answer.value } } : answer;
}

function secretWarning(): vscode.InputBoxValidationMessage {
  const message = vscode.l10n.t('This looks like a secret. Go back and select "Prompt for a secret" instead.');
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

function isRemote({ transport }: ServerDraft): boolean {
  return transport !== 'stdio';
}
