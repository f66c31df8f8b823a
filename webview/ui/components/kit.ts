/**
 * The only file that imports @vscode/webview-ui-toolkit. The rest of the app sees these
 * components and their props, so replacing it means replacing this file. Each element is imported by
 * itself: the toolkit's own bundle holds all of them, and is half as large again.
 */
import { vsCodeButton } from '@vscode/webview-ui-toolkit/dist/button/index.js';
import { vsCodeCheckbox } from '@vscode/webview-ui-toolkit/dist/checkbox/index.js';
import { vsCodeDropdown } from '@vscode/webview-ui-toolkit/dist/dropdown/index.js';
import { vsCodeOption } from '@vscode/webview-ui-toolkit/dist/option/index.js';
import { vsCodeProgressRing } from '@vscode/webview-ui-toolkit/dist/progress-ring/index.js';
import { vsCodeTextArea } from '@vscode/webview-ui-toolkit/dist/text-area/index.js';
import { vsCodeTextField } from '@vscode/webview-ui-toolkit/dist/text-field/index.js';
import { provideVSCodeDesignSystem } from '@vscode/webview-ui-toolkit/dist/vscode-design-system.js';
import { type ComponentChildren, h, type Ref, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

const element = h as (tag: string, props: Record<string, unknown>, children?: ComponentChildren) => VNode;

interface Common {
  readonly class?: string | undefined;
  readonly title?: string | undefined;
  readonly disabled?: boolean | undefined;
  readonly children?: ComponentChildren;
  readonly 'aria-label'?: string | undefined;
  readonly 'data-testid'?: string | undefined;
}

interface ButtonProps extends Common {
  readonly appearance?: 'primary' | 'secondary';
  readonly onClick: (event: MouseEvent) => void;
  readonly 'aria-pressed'?: boolean | undefined;
  readonly 'aria-expanded'?: boolean | undefined;
}

export function Button({ appearance = 'secondary', onClick, ...rest }: ButtonProps): VNode {
  return element('vscode-button', { ...rest, appearance, onClick });
}

interface TextProps extends Common {
  readonly value: string;
  readonly placeholder?: string | undefined;
  readonly invalid?: boolean | undefined;
  readonly required?: boolean | undefined;
  /** Read to a screen reader after the name: ids do not cross the kit's shadow roots. */
  readonly description?: string | undefined;
  readonly onInput: (value: string) => void;
  readonly onKeyDown?: (event: KeyboardEvent) => void;
  readonly onBlur?: () => void;
  readonly fieldRef?: Ref<HTMLElement>;
}

interface TextFieldProps extends TextProps {
  readonly type?: 'text' | 'password' | 'email' | 'url' | undefined;
}

export function TextField({ type = 'text', ...props }: TextFieldProps): VNode {
  return element('vscode-text-field', { ...useTextControl(props), type });
}

interface TextAreaProps extends TextProps {
  readonly rows?: number | undefined;
}

export function TextArea({ rows = 3, ...props }: TextAreaProps): VNode {
  return element('vscode-text-area', { ...useTextControl(props), rows, resize: 'vertical' });
}

function useTextControl({
  onInput,
  invalid,
  required,
  description,
  fieldRef,
  ...rest
}: TextProps): Record<string, unknown> {
  const host = useRef<HTMLElement>(null);
  const label = rest['aria-label'];
  useLayoutEffect(() => describe(host.current, { label, description, required }));
  const ref = (next: HTMLElement | null): void => {
    host.current = next;
    if (typeof fieldRef === 'function') fieldRef(next);
    else if (fieldRef) fieldRef.current = next;
  };
  return {
    ...rest,
    ref,
    'aria-invalid': invalid ? 'true' : 'false',
    spellcheck: false,
    onInput: (event: Event) => onInput((event.target as HTMLInputElement).value),
  };
}

interface AccessibleText {
  readonly label?: string | undefined;
  readonly description?: string | undefined;
  readonly required?: boolean | undefined;
}

/** The kit forwards most aria attributes to the control inside, but not these two, and it overwrites the label. */
function describe(host: HTMLElement | null, { label, description, required }: AccessibleText): void {
  keepLabel(host, label);
  const control = host?.shadowRoot?.querySelector('.control');
  if (!control) return;
  setOrRemove(control, 'aria-description', description);
  setOrRemove(control, 'aria-required', required ? 'true' : undefined);
}

/**
 * Once connected, the kit's elements set their label to "Text field", "Checkbox" or "Loading", whatever it was before.
 */
function keepLabel(host: HTMLElement | null, label: string | undefined): void {
  if (label !== undefined && host?.getAttribute('aria-label') !== label) host?.setAttribute('aria-label', label);
}

function setOrRemove(element: Element, name: string, value: string | undefined): void {
  if (value === undefined || value === '') element.removeAttribute(name);
  else element.setAttribute(name, value);
}

export function inputOf(host: HTMLElement | null): HTMLInputElement | undefined {
  const control = host?.shadowRoot?.querySelector('.control');
  return control instanceof HTMLInputElement ? control : undefined;
}

interface CheckboxProps extends Common {
  readonly checked: boolean;
  /** Neither yes nor no: not set. */
  readonly indeterminate?: boolean | undefined;
  readonly onChange: (checked: boolean) => void;
}

interface CheckboxElement extends HTMLElement {
  checked: boolean;
  indeterminate: boolean;
}

/** The kit changes `checked` by itself and fires the same event either way, so state is compared first. */
export function Checkbox({ checked, indeterminate = false, onChange, ...rest }: CheckboxProps): VNode {
  const box = useRef<CheckboxElement>(null);
  useLayoutEffect(() => {
    if (!box.current) return;
    box.current.checked = checked;
    box.current.indeterminate = indeterminate;
    keepLabel(box.current, rest['aria-label']);
  });
  return element('vscode-checkbox', {
    ...rest,
    ref: box,
    onChange: (event: Event) => {
      const now = (event.target as CheckboxElement).checked;
      if (now !== checked) onChange(now);
    },
  });
}

interface DropdownOption {
  readonly value: string;
  readonly label: string;
}

interface DropdownProps extends Common {
  readonly value: string;
  readonly options: readonly DropdownOption[];
  readonly invalid?: boolean | undefined;
  readonly onChange: (value: string) => void;
}

interface DropdownElement extends HTMLElement {
  value: string;
}

export function Dropdown({ value, options, onChange, invalid, ...rest }: DropdownProps): VNode {
  const list = useRef<DropdownElement>(null);
  useLayoutEffect(() => keepValue(list.current, value), [value, options]);
  return element(
    'vscode-dropdown',
    {
      ...rest,
      ref: list,
      'data-invalid': invalid ? 'true' : undefined,
      onChange: (event: Event) => {
        const next = (event.target as DropdownElement).value;
        if (next !== value) onChange(next);
      },
    },
    options.map((option) => element('vscode-option', { key: option.value, value: option.value }, option.label)),
  );
}

/** The kit learns of its options a moment after they are added, and forgets a value that came before. */
function keepValue(list: DropdownElement | null, value: string): () => void {
  if (list) list.value = value;
  const timer = setTimeout(() => {
    if (list && list.value !== value) list.value = value;
  });
  return () => clearTimeout(timer);
}

export function ProgressRing(props: Common): VNode {
  const ring = useRef<HTMLElement>(null);
  useLayoutEffect(() => keepLabel(ring.current, props['aria-label']));
  return element('vscode-progress-ring', { ...props, ref: ring });
}

/** Registers the elements and styles them as VS Code does today. Call before anything is rendered. */
export function registerKit(): void {
  provideVSCodeDesignSystem().register(
    vsCodeButton(),
    vsCodeCheckbox(),
    vsCodeDropdown(),
    vsCodeOption(),
    vsCodeProgressRing(),
    vsCodeTextArea(),
    vsCodeTextField(),
  );
  // The kit copies the theme on `load`; a script that came later would keep its dark fallback forever.
  if (document.readyState === 'complete') window.dispatchEvent(lateLoad());
  applyCorners();
  new MutationObserver(applyCorners).observe(document.body, { attributes: true, attributeFilter: ['class'] });
}

/** The kit's corners are plain numbers of pixels from 2021; VS Code sends today's as lengths. */
function applyCorners(): void {
  const sent = getComputedStyle(document.body).getPropertyValue('--vscode-cornerRadius-small');
  const radius = String(Number.parseFloat(sent) || 4);
  document.body.style.setProperty('--corner-radius', radius);
  document.body.style.setProperty('--corner-radius-round', radius);
}

/** VS Code listens too, and shows the page only when the event's target is the document, as with a real one. */
function lateLoad(): Event {
  return Object.defineProperty(new Event('load'), 'target', { value: document });
}
