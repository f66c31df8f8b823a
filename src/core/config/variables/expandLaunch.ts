import { l10n } from '../../../base/l10n.ts';
import path from 'node:path';
import { hasSchemeOf } from '../model/transports.ts';
import type { IdentityProvider, OAuthOptions, RemoteLaunch, ResolvedLaunch, StdioLaunch } from '../model/launch.ts';
import type { MissingVariable } from './pathVariables.ts';
import type { Resolver } from './resolver.ts';

export interface UnresolvedVariable {
  /** Where it stands: `args[1]`, `env.TOKEN`, `url`. */
  readonly place: string;
  readonly reason: 'unset' | 'unsupported' | 'closed';
  readonly message: string;
  readonly missing?: MissingVariable;
  /** The file that is not there. */
  readonly missingFile?: string;
}

export type Expansion =
  | { readonly ok: true; readonly launch: ResolvedLaunch }
  | { readonly ok: false; readonly unresolved: readonly UnresolvedVariable[] };

/** Makes the approved launch ready to run. All unresolved variables are reported at once. */
export async function expandLaunch(resolver: Resolver, signal?: AbortSignal): Promise<Expansion> {
  const work = new LaunchExpansion(resolver, signal);
  const { launch } = resolver.approval.entry;
  const expanded = launch.kind === 'stdio' ? await work.stdio(launch) : await work.remote(launch);
  return work.unresolved.length > 0 ? { ok: false, unresolved: work.unresolved } : { ok: true, launch: expanded };
}

class LaunchExpansion {
  readonly unresolved: UnresolvedVariable[] = [];
  readonly #resolver: Resolver;
  readonly #signal: AbortSignal | undefined;

  constructor(resolver: Resolver, signal: AbortSignal | undefined) {
    this.#resolver = resolver;
    this.#signal = signal;
  }

  async stdio(launch: StdioLaunch): Promise<ResolvedLaunch> {
    const { userHome } = this.#resolver.sources;
    const command = untildify(await this.#text(launch.command, 'command'), userHome);
    const args: string[] = [];
    for (const [at, arg] of launch.args.entries()) args.push(await this.#text(arg, `args[${at}]`));
    const written = await this.#map(launch.env, 'env');
    const cwd = await this.#text(launch.cwd ?? '', 'cwd');
    const { envFileProblem, envFileMissing, executable } = this.#resolver.approval.context;
    if (envFileProblem !== undefined) {
      const more = envFileMissing === undefined ? {} : { missingFile: envFileMissing };
      this.unresolved.push({ place: 'envFile', reason: 'unset', message: envFileProblem, ...more });
    }
    const fromFile = Object.fromEntries(this.#resolver.approval.context.envFile ?? []);
    return {
      kind: 'stdio',
      command,
      ...(executable !== undefined && { program: executable }),
      args,
      env: { ...fromFile, ...written },
      cwd: this.#workingDirectory(cwd),
    };
  }

  async remote(launch: RemoteLaunch): Promise<ResolvedLaunch> {
    const url = await this.#text(launch.url, 'url');
    const headers = (await this.#map(launch.headers, 'headers')) as Readonly<Record<string, string>>;
    const oauth = launch.oauth && (await this.#oauth(launch.oauth));
    if (this.unresolved.length === 0) this.#checkRemote(launch, url, headers);
    return { ...launch, url, headers, ...(oauth && { oauth }) };
  }

  async #oauth(written: OAuthOptions): Promise<OAuthOptions> {
    const { clientId, clientSecret, privateKey, assertion, assertionFile: file, identityProvider } = written;
    return {
      ...written,
      ...(clientId !== undefined && { clientId: await this.#text(clientId, 'oauth.clientId') }),
      ...(clientSecret !== undefined && { clientSecret: await this.#text(clientSecret, 'oauth.clientSecret') }),
      ...(privateKey !== undefined && { privateKey: await this.#text(privateKey, 'oauth.privateKey') }),
      ...(assertion !== undefined && { assertion: await this.#text(assertion, 'oauth.assertion') }),
      ...(file !== undefined && { assertionFile: await this.#text(file, 'oauth.assertionFile') }),
      ...(identityProvider && { identityProvider: await this.#identityProvider(identityProvider) }),
    };
  }

  async #identityProvider(written: IdentityProvider): Promise<IdentityProvider> {
    const { clientSecret } = written;
    const place = 'oauth.identityProvider';
    return {
      ...written,
      ...('idToken' in written && { idToken: await this.#text(written.idToken, `${place}.idToken`) }),
      ...(clientSecret !== undefined && { clientSecret: await this.#text(clientSecret, `${place}.clientSecret`) }),
    };
  }

  /** A value must not change the scheme of the URL, nor split a header into two. */
  #checkRemote(launch: RemoteLaunch, url: string, headers: Readonly<Record<string, string>>): void {
    if (!hasSchemeOf(url, launch.kind))
      this.#refuse('url', l10n.t('The URL is not valid once its variables are resolved.'));
    for (const [name, value] of Object.entries(headers)) {
      if (/[\r\n\0]/.test(value))
        this.#refuse(`headers.${name}`, l10n.t('The header {0} would contain a line break.', name));
    }
  }

  #refuse(place: string, message: string): void {
    this.unresolved.push({ place, reason: 'unsupported', message });
  }

  async #map(values: Readonly<Record<string, string | null>>, place: string): Promise<Record<string, string | null>> {
    const pairs: [string, string | null][] = [];
    for (const [name, value] of Object.entries(values)) {
      pairs.push([name, value === null ? null : await this.#text(value, `${place}.${name}`)]);
    }
    return Object.fromEntries(pairs);
  }

  async #text(template: string, place: string): Promise<string> {
    const found = await this.#resolver.text(template, this.#signal);
    if (found.ok) return found.value;
    const { ok: _, ...why } = found;
    this.unresolved.push({ place, ...why });
    return '';
  }

  #workingDirectory(cwd: string): string {
    return resolveDirectory(cwd, this.#resolver.approval.entry.source.folder?.path, this.#resolver.sources.userHome);
  }
}

/** Relative to the folder that the file belongs to, or to the home where there is none; `~` is the home. */
export function resolveDirectory(cwd: string, folder: string | undefined, userHome: string): string {
  return path.resolve(folder ?? userHome, untildify(cwd, userHome));
}

export function untildify(text: string, userHome: string): string {
  return text === '~' || /^~[\\/]/.test(text) ? userHome + text.slice(1) : text;
}
