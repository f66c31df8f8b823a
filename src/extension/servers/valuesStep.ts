import * as vscode from 'vscode';
import { type DraftValue, type ServerDraft, valueNameProblem } from '../../core/config/edit/serverDraft.ts';
import { looksSecret } from '../../core/trust/redaction/hideSecrets.ts';
import { redactText } from '../../core/trust/redaction/redact.ts';
import { isSecretField } from '../../core/trust/redaction/redactFields.ts';
import { words } from './formWords.ts';
import { type Answer, type Place, askPick, askText } from './steps.ts';

interface ListItem extends vscode.QuickPickItem {
  readonly act: 'continue' | 'add' | 'remove';
  readonly index?: number;
}

/** Environment variables or headers: a list that grows until the person goes on. */
export async function askValues<D extends ServerDraft>(draft: D, place: Place): Promise<Answer<D>> {
  let { values } = draft;
  for (;;) {
    const items = listItems(draft, values);
    const placeHolder = isRemote(draft)
      ? vscode.l10n.t('Headers that are sent, for example Authorization')
      : vscode.l10n.t('Environment variables that the program gets');
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
  const add = isRemote(draft) ? vscode.l10n.t('Add a header…') : vscode.l10n.t('Add a variable…');
  return [
    { label: `$(arrow-right) ${vscode.l10n.t('Continue')}`, act: 'continue', alwaysShow: true },
    { label: `$(add) ${add}`, act: 'add', alwaysShow: true },
    ...values.map((value, index): ListItem => ({
      label: `$(close) ${value.name}`,
      description: describeValue(value),
      detail: vscode.l10n.t('Choose it to take it away'),
      act: 'remove',
      index,
    })),
  ];
}

function describeValue(value: DraftValue): string {
  if (value.from === 'text') return redactText(value.text);
  if (value.from === 'environment') return `\${env:${value.variable}}`;
  return value.secret ? vscode.l10n.t('asked for, kept as a secret') : vscode.l10n.t('asked for');
}

async function askValue(draft: ServerDraft, place: Place): Promise<Answer<DraftValue>> {
  const inner = { ...place, canGoBack: true };
  for (;;) {
    const name = await askText(inner, {
      prompt: isRemote(draft) ? vscode.l10n.t('The name of the header') : vscode.l10n.t('The name of the variable'),
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
      label: vscode.l10n.t('Ask for a secret'),
      detail: vscode.l10n.t('Asked for at the first start and kept in the secret storage, never in the file'),
      from: 'secret',
    },
    { label: vscode.l10n.t('Ask for a value'), detail: vscode.l10n.t('Asked for at the first start'), from: 'input' },
    {
      label: vscode.l10n.t('Take it from an environment variable'),
      description: `\${env:${name}}`,
      from: 'environment',
    },
    { label: vscode.l10n.t('Write it into the file'), from: 'text' },
  ];
  for (;;) {
    const secret = isSecretField(name);
    const active = items.find(({ from }) => from === (secret ? 'secret' : 'text'));
    const placeHolder = vscode.l10n.t('Where does the value of {0} come from?', name);
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
    prompt: vscode.l10n.t('The environment variable that holds it'),
    value: name.toUpperCase().replaceAll(/\W/g, '_'),
    check: (text) => (/^[A-Za-z_]\w*$/.test(text.trim()) ? undefined : words('bad-name')),
  });
  if (answer.kind !== 'value') return answer;
  return { kind: 'value', value: { name, from: 'environment', variable: answer.value.trim() } };
}

async function askPlain(name: string, place: Place): Promise<Answer<DraftValue>> {
  const answer = await askText(place, {
    prompt: vscode.l10n.t('The value of {0}; everyone who can read the file can read it', name),
    check: (text) => (looksSecret(name, text) ? secretWarning() : undefined),
  });
  return answer.kind === 'value' ? { kind: 'value', value: { name, from: 'text', text: answer.value } } : answer;
}

function secretWarning(): vscode.InputBoxValidationMessage {
  const message = vscode.l10n.t('This looks like a secret: go back and let it be asked for instead.');
  return { message, severity: vscode.InputBoxValidationSeverity.Warning };
}

function isRemote({ transport }: ServerDraft): boolean {
  return transport !== 'stdio';
}
