import { l10n } from '../../../base/l10n.ts';
import { isRecord } from '../../../base/json.ts';
import type { AskPort, MemoryPort, SecretsPort } from '../../ports/ports.ts';
import type { InputDeclaration, ServerEntry } from '../model/model.ts';
import type { Lookup } from './pathVariables.ts';
import { scopeOf } from '../model/scope.ts';

interface InputPorts {
  readonly ask: AskPort;
  readonly memory: MemoryPort;
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

  async value(declaration: InputDeclaration, entry: ServerEntry, signal?: AbortSignal): Promise<Lookup> {
    if (declaration.kind === 'command') {
      const message = l10n.t(
        'Input "{0}" runs an editor command, which Switchboard does not support: make it a promptString.',
        declaration.id,
      );
      return { ok: false, reason: 'unsupported', message };
    }
    const remembered = await this.#remembered(declaration, entry);
    if (remembered !== undefined) this.#ports.onValue(remembered, declaration);
    if (remembered !== undefined) return { ok: true, value: remembered };
    const key = inputSecretKey(declaration);
    const asking = this.#asking.get(key) ?? this.#askAndKeep(declaration, entry, signal);
    this.#asking.set(key, asking);
    return asking.finally(() => this.#asking.delete(key));
  }

  /** The next start asks again. */
  async forget(declaration: InputDeclaration, entry: ServerEntry): Promise<void> {
    await this.#ports.secrets.delete(inputSecretKey(declaration));
    const { [declaration.id]: _, ...rest } = this.#plain(declaration, entry);
    await this.#ports.memory.set(scopeOf(entry), memoryKey(declaration), rest);
  }

  async #remembered(declaration: InputDeclaration, entry: ServerEntry): Promise<string | undefined> {
    if (!declaration.password) return this.#plain(declaration, entry)[declaration.id];
    return this.#ports.secrets.get(inputSecretKey(declaration));
  }

  async #askAndKeep(declaration: InputDeclaration, entry: ServerEntry, signal?: AbortSignal): Promise<Lookup> {
    const value = await this.#ask(declaration, entry, signal);
    if (value === undefined) {
      return { ok: false, reason: 'closed', message: l10n.t('No value was given for input "{0}".', declaration.id) };
    }
    this.#ports.onValue(value, declaration);
    if (declaration.password) {
      await this.#ports.secrets.set(inputSecretKey(declaration), value);
    } else {
      const all = { ...this.#plain(declaration, entry), [declaration.id]: value };
      await this.#ports.memory.set(scopeOf(entry), memoryKey(declaration), all);
    }
    return { ok: true, value };
  }

  async #ask(declaration: InputDeclaration, entry: ServerEntry, signal?: AbortSignal): Promise<string | undefined> {
    const title = l10n.t('The MCP server "{0}" needs a value for {1}', entry.name, declaration.id);
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

  #plain(declaration: InputDeclaration, entry: ServerEntry): Readonly<Record<string, string>> {
    const stored = this.#ports.memory.get(scopeOf(entry), memoryKey(declaration));
    if (!isRecord(stored)) return {};
    return Object.fromEntries(
      Object.entries(stored).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
    );
  }
}

function memoryKey(declaration: InputDeclaration): string {
  return `config.inputs:${declaration.file}`;
}

/** Where the value of a secret input is kept. */
export function inputSecretKey(declaration: Pick<InputDeclaration, 'file' | 'id'>): string {
  return `config.input:${declaration.file}#${declaration.id}`;
}
