import * as vscode from 'vscode';
import { Lifetime } from '../../../base/lifetime.ts';

/** Closing is not a response, and going back is not closing. */
export type Answer<T> =
  | { readonly kind: 'value'; readonly value: T }
  | { readonly kind: 'back' }
  | { readonly kind: 'closed' };

/** The position of a step in its form. */
export interface Place {
  readonly title: string;
  readonly step: number;
  readonly total: number;
  readonly canGoBack: boolean;
}

export type Step<D> = (draft: D, place: Place) => Promise<Answer<D>>;

/**
 * Asks one step after the other. `plan` is called again after each response, since a response may decide
 * which steps follow. Going back keeps what was typed: each step shows its earlier response.
 */
export async function runSteps<D>(
  title: string,
  first: D,
  plan: (draft: D) => readonly Step<D>[],
): Promise<D | undefined> {
  let draft = first;
  for (let at = 0; ;) {
    const steps = plan(draft);
    const step = steps[at];
    if (!step) return draft;
    const answer = await step(draft, { title, step: at + 1, total: steps.length, canGoBack: at > 0 });
    if (answer.kind === 'closed') return undefined;
    if (answer.kind === 'value') draft = answer.value;
    at += answer.kind === 'back' ? -1 : 1;
  }
}

interface TextStep {
  readonly prompt: string;
  readonly placeHolder?: string;
  readonly value?: string;
  readonly password?: boolean;
  /** Words for what is wrong; a warning lets the response pass. */
  check(text: string): string | vscode.InputBoxValidationMessage | undefined;
}

export function askText(place: Place, options: TextStep): Promise<Answer<string>> {
  const box = vscode.window.createInputBox();
  box.prompt = options.prompt;
  box.placeholder = options.placeHolder;
  box.value = options.value ?? '';
  box.password = options.password ?? false;
  let touched = false;
  const validate = (): boolean => {
    const problem = options.check(box.value);
    box.validationMessage = touched ? problem : undefined;
    return typeof problem !== 'string';
  };
  return asked(box, place, (done, lifetime) => {
    lifetime.add(box.onDidChangeValue(() => ((touched = true), validate())));
    lifetime.add(
      box.onDidAccept(() => {
        touched = true;
        if (validate()) done({ kind: 'value', value: box.value });
      }),
    );
  });
}

interface PickStep<I extends vscode.QuickPickItem> {
  readonly placeHolder: string;
  readonly items: readonly I[];
  readonly active?: I | undefined;
  onButton?(item: I): void;
}

export function askPick<I extends vscode.QuickPickItem>(place: Place, options: PickStep<I>): Promise<Answer<I>> {
  const pick = vscode.window.createQuickPick<I>();
  pick.placeholder = options.placeHolder;
  pick.items = options.items;
  pick.matchOnDescription = true;
  if (options.active) pick.activeItems = [options.active];
  return asked(pick, place, (done, lifetime) => {
    lifetime.add(
      pick.onDidAccept(() => {
        const [item] = pick.selectedItems;
        if (item) done({ kind: 'value', value: item });
      }),
    );
    lifetime.add(
      pick.onDidTriggerItemButton(({ item }) => {
        options.onButton?.(item);
        done({ kind: 'value', value: item });
      }),
    );
  });
}

type Input = vscode.QuickInput & Pick<vscode.InputBox, 'buttons' | 'onDidTriggerButton'>;

function asked<T>(
  input: Input,
  { title, step, total, canGoBack }: Place,
  listen: (done: (answer: Answer<T>) => void, lifetime: Lifetime) => void,
): Promise<Answer<T>> {
  const lifetime = new Lifetime();
  lifetime.add(input);
  input.title = title;
  input.step = step;
  input.totalSteps = total;
  input.ignoreFocusOut = true;
  input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  return new Promise<Answer<T>>((resolve) => {
    listen(resolve, lifetime);
    lifetime.add(input.onDidTriggerButton(() => resolve({ kind: 'back' })));
    lifetime.add(input.onDidHide(() => resolve({ kind: 'closed' })));
    input.show();
  }).finally(() => lifetime.dispose());
}
