import { l10n } from '../../../base/l10n.ts';
import type { AskPort, RowKey, SecretsPort, StorePort } from '../../ports/ports.ts';
import type { InputDeclaration, ServerEntry } from '../model/model.ts';
import type { Lookup } from './pathVariables.ts';
import { inputScope } from '../model/scope.ts';

interface InputPorts {
  readonly ask: AskPort;
  readonly store: StorePort;
  readonly secrets: SecretsPort;
  /** Receives every value, to be redacted; one that is no password may be an ordinary word. */
  readonly onValue: (value: string, declaration: Pick<InputDeclaration, 'id' | 'password'>) => void;
}

/**
 * The values of `${input:…}`: asked once, then remembered. A password lives in
 * the secret store and nowhere else.
 */
export class InputValues {
  readonly #ports: InputPorts;
  /** Two servers that start together and share an input ask the user once. */
  readonly #asking = new Map<string, Promise<Lookup>>();

  constructor(ports: InputPorts) {
    this.#ports = ports;
  }

  /** `name` is the server's. */
  async value(
    declaration: InputDeclaration,
    { name }: Pick<ServerEntry, 'name'>,
    signal?: AbortSignal,
  ): Promise<Lookup> {
    if (declaration.kind === 'command') {
      const message = l10n.t(
        'Input "{0}" runs an editor command, which Switchboard does not support: make it a promptString.',
        declaration.id,
      );
      return { ok: false, reason: 'unsupported', message };
    }
    const given = this.#ports.ask.givenInput?.(declaration.id);
    if (given !== undefined) return this.#useGiven(declaration, given);
    const remembered = await this.#remembered(declaration);
    if (remembered !== undefined) return this.#use(declaration, remembered);
    const key = inputSecretKey(declaration);
    const asking = this.#asking.get(key) ?? this.#askAndKeep(declaration, name, signal);
    this.#asking.set(key, asking);
    return asking.finally(() => this.#asking.delete(key));
  }

  /** Not remembered: the next start may be given another one. */
  #useGiven(declaration: InputDeclaration, given: string): Lookup {
    const { id, kind, options } = declaration;
    const value =
      kind === 'pickString' ? options.find((one) => one.value === given || one.label === given)?.value : given;
    if (value === undefined) {
      const all = options.map((one) => one.value).join(', ');
      return {
        ok: false,
        reason: 'unsupported',
        message: l10n.t('Input "{0}" cannot be "{1}". Use {2}.', id, given, all),
      };
    }
    return this.#use(declaration, value);
  }

  #use(declaration: InputDeclaration, value: string): Lookup {
    this.#ports.onValue(value, declaration);
    return { ok: true, value };
  }

  /** The next start asks again. */
  async forget(declaration: InputDeclaration): Promise<void> {
    await this.#ports.secrets.delete(inputSecretKey(declaration));
    this.#ports.store.put([{ ...rowOf(declaration), value: undefined }]);
  }

  async #remembered(declaration: InputDeclaration): Promise<string | undefined> {
    if (!declaration.password) return this.#plain(declaration);
    return this.#ports.secrets.get(inputSecretKey(declaration));
  }

  async #askAndKeep(declaration: InputDeclaration, name: string, signal?: AbortSignal): Promise<Lookup> {
    const value = await this.#ask(declaration, name, signal);
    if (value === undefined) {
      return { ok: false, reason: 'closed', message: l10n.t('No value was given for input "{0}".', declaration.id) };
    }
    this.#ports.onValue(value, declaration);
    if (declaration.password) {
      await this.#ports.secrets.set(inputSecretKey(declaration), value);
    } else {
      this.#ports.store.put([{ ...rowOf(declaration), value }]);
    }
    return { ok: true, value };
  }

  async #ask(declaration: InputDeclaration, name: string, signal?: AbortSignal): Promise<string | undefined> {
    const title = l10n.t('The MCP server "{0}" needs a value for {1}', name, declaration.id);
    if (declaration.kind === 'pickString') {
      const labels = declaration.options.map(({ label }) => label);
      const picked = await this.#ports.ask.pick(`${title}: ${declaration.description}`, labels, signal);
      return declaration.options.find(({ label }) => label === picked)?.value;
    }
    const { description, password } = declaration;
    const value = declaration.default;
    return this.#ports.ask.text(
      { title, prompt: description, secret: password, ...(value !== undefined && { value }) },
      signal,
    );
  }

  #plain(declaration: InputDeclaration): string | undefined {
    const stored = this.#ports.store.get(rowOf(declaration));
    return typeof stored === 'string' ? stored : undefined;
  }
}

export const inputKind = 'input';

function rowOf(declaration: InputDeclaration): RowKey {
  return { kind: inputKind, scope: inputScope(declaration), key: declaration.id };
}

/** Where the value of a secret input is kept. */
export function inputSecretKey(declaration: Pick<InputDeclaration, 'file' | 'id'>): string {
  return `config.input:${declaration.file}#${declaration.id}`;
}
