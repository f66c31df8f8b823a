// What the files of the extension that are tested here use of VS Code. The real dialogs need a window: see test/e2e.

type Kind = 'information' | 'warning' | 'error';

export interface Shown {
  readonly kind: Kind;
  readonly message: string;
  readonly modal?: boolean;
  readonly detail?: string;
  readonly buttons?: readonly string[];
}

/** What a user would have seen; every message is closed without an answer. */
export const shown: Shown[] = [];

interface Item {
  readonly label: string;
  readonly detail?: string;
}

/** The items of each list that a user would have been offered. */
export const offered: (readonly Item[])[] = [];
/** What the user chooses of them: nothing, unless a test says so. */
export const user: {
  choose(items: readonly Item[]): Item | undefined;
  /** Where a file is saved that is offered under this name. */
  save(name: string): string | undefined;
} = { choose: () => undefined, save: () => undefined };
/** What stands in terminals, and whether it was run. */
export const typed: { readonly text: string; readonly isRun: boolean }[] = [];

interface Layers {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
}

/** Settings by their full names; VS Code merges objects of both layers. */
export const settings = new Map<string, Layers>();
/** What a page in a panel sends. */
export const fromPage: ((message: unknown) => void)[] = [];
export const toPage: unknown[] = [];
/** Closes the panels that are open. */
export const closePanels: (() => void)[] = [];

type Show = (message: string, options: Omit<Shown, 'kind' | 'message'>, ...buttons: string[]) => Promise<undefined>;
const show =
  (kind: Kind): Show =>
  async (message, options, ...buttons) =>
    void shown.push({ kind, message, ...options, ...(buttons.length > 0 && { buttons }) });
const noEvent = (): { dispose(): void } => ({ dispose: () => {} });
const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const ProgressLocation = { Notification: 15 };

export const window = {
  showInformationMessage: show('information'),
  showWarningMessage: show('warning'),
  showErrorMessage: show('error'),
  showQuickPick: async (items: readonly Item[]) => (offered.push(items), user.choose(items)),
  showSaveDialog: async ({ defaultUri }: { readonly defaultUri: { readonly fsPath: string } }) => {
    const fsPath = user.save(defaultUri.fsPath);
    return fsPath === undefined ? undefined : { fsPath };
  },
  withProgress: (_: unknown, run: (progress: object, token: object) => Promise<unknown>) =>
    run({ report: () => {} }, { isCancellationRequested: false, onCancellationRequested: noEvent }),
  createTerminal: () => ({
    show: () => {},
    sendText: (text: string, isRun = true) => void typed.push({ text, isRun }),
  }),
  activeColorTheme: { kind: 2 },
  onDidChangeActiveColorTheme: noEvent,
  createWebviewPanel: () => ({
    onDidDispose: (listener: () => void) => (closePanels.push(listener), noEvent()),
    webview: {
      cspSource: 'x',
      asWebviewUri: String,
      postMessage: (message: unknown) => toPage.push(message),
      onDidReceiveMessage: (listener: (message: unknown) => void) => (fromPage.push(listener), noEvent()),
    },
  }),
};
export const workspace = {
  isTrusted: true,
  workspaceFolders: undefined,
  getConfiguration: (section: string) => ({
    inspect: (key: string) => settings.get(`${section}.${key}`),
    get: (key: string) => {
      const { globalValue, workspaceValue } = settings.get(`${section}.${key}`) ?? {};
      if (isObject(globalValue) && isObject(workspaceValue) && !Array.isArray(workspaceValue))
        return { ...globalValue, ...workspaceValue };
      return workspaceValue ?? globalValue;
    },
  }),
};
/** The commands of VS Code that were run, with what they were given. */
export const executed: string[] = [];
export const commands = {
  executeCommand: async (id: string, ...given: readonly unknown[]) =>
    void executed.push([id, ...given.map((one) => JSON.stringify(one))].join(' ')),
};
export const l10n = {
  t: (text: string, ...values: readonly unknown[]) =>
    text.replaceAll(/\{(\d)\}/g, (_, at) => String(values[Number(at)])),
};
export const env = { language: 'en', uiKind: 1 };
export const Uri = {
  joinPath: (...parts: readonly unknown[]) => parts.join('/'),
  parse: (text: string) => text,
  file: (fsPath: string) => ({ fsPath }),
};
export const QuickPickItemKind = { Separator: -1 };
export const UIKind = { Web: 2 };
export const ViewColumn = { Beside: -2 };
export const ColorThemeKind = { Light: 1, HighContrastLight: 4 };
export const ConfigurationTarget = { Global: 1, Workspace: 2 };
export class McpHttpServerDefinition {
  readonly label: string;
  readonly uri: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(label: string, uri: string, headers: Readonly<Record<string, string>>) {
    this.label = label;
    this.uri = uri;
    this.headers = headers;
  }
}
export class ThemeIcon {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}
export class EventEmitter<T> {
  readonly #listeners = new Set<(value: T) => void>();

  readonly event = (listener: (value: T) => void): { dispose(): void } => {
    this.#listeners.add(listener);
    return { dispose: () => this.#listeners.delete(listener) };
  };

  fire(value: T): void {
    for (const listener of this.#listeners) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
