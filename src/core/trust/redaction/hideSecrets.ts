import { l10n } from '../../../base/l10n.ts';
import { type JsonObject, isRecord } from '../../../base/json.ts';
import type { NewServer } from '../../config/edit/edit.ts';
import { freeName } from '../../config/edit/newServer.ts';
import { redactText } from './redact.ts';
import { isSecretField } from './redactFields.ts';

/** A value that goes into the secret store, under the input that is for it in the file. */
interface HiddenSecret {
  readonly input: string;
  /** Where it stood: a variable or a header. */
  readonly name: string;
  readonly value: string;
}

interface HiddenServer {
  readonly server: NewServer;
  readonly secrets: readonly HiddenSecret[];
}

/**
 * Replaces what looks like a secret in variables and headers by inputs. Nothing else is changed.
 * `taken` are the inputs that the file has: one of another server must not get this server's secret.
 */
export function hideSecrets(server: NewServer, taken: ReadonlySet<string> = new Set()): HiddenServer {
  const secrets: HiddenSecret[] = [];
  const hide = (values: unknown): unknown => {
    if (!isRecord(values)) return values;
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, hidden(name, value)]));
  };
  const hidden = (name: string, value: unknown): unknown => {
    if (typeof value !== 'string' || !looksSecret(name, value)) return value;
    const [, scheme = '', secret = value] = /^((?:Bearer|Basic|Token)\s+)?(.*)$/is.exec(value) ?? [];
    const plain = `${server.name}-${name}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
    const input = freeName(plain, [...taken, ...secrets.map((secret) => secret.input)]);
    secrets.push({ input, name, value: secret });
    return `${scheme}\${input:${input}}`;
  };
  const { env, headers, ...rest } = server.body;
  const body = {
    ...rest,
    ...(env !== undefined && { env: hide(env) }),
    ...(headers !== undefined && { headers: hide(headers) }),
  } as JsonObject;
  if (secrets.length === 0) return { server, secrets };
  return { server: { ...server, body, inputs: [...(server.inputs ?? []), ...secrets.map(declared)] }, secrets };

  function declared({ input, name }: HiddenSecret): JsonObject {
    return { id: input, type: 'promptString', description: l10n.t('{0} for {1}', name, server.name), password: true };
  }
}

/** A variable is no secret, and neither is a placeholder of a readme. */
export function looksSecret(name: string, value: string): boolean {
  if (value.includes('${') || /^<.*>$|^(?:your|my)[-_ ]|^x{3,}$|^\.{3}$/i.test(value.trim())) return false;
  return redactText(value) !== value || (isSecretField(name) && value.trim().length >= 6);
}
