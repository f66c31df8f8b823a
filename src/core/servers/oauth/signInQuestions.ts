import type { AuthorizationServerMetadata, StoredOAuthClientInformation } from '@modelcontextprotocol/client';
import { cancelled } from '../../../base/commonFaults.ts';
import { authRequired } from '../../../base/faults/serverFaults.ts';
import { l10n } from '../../../base/l10n.ts';
import { isSameIssuer } from './grants/issuers.ts';
import type { OAuthParts } from './oauthParts.ts';
import type { TokenVault } from './grants/tokenVault.ts';

interface QuestionParts {
  readonly ask: OAuthParts['ask'];
  readonly vault: TokenVault;
  /** The authorization server that the entry of the server names. */
  readonly issuer: string | undefined;
  readonly signal: AbortSignal;
  whileAsking<T>(question: () => Promise<T>): Promise<T>;
}

/** What only a user can decide in a sign-in. */
export class SignInQuestions {
  readonly #parts: QuestionParts;

  constructor(parts: QuestionParts) {
    this.#parts = parts;
  }

  /** The SDK takes the first: the one that the entry names, then one that has granted something, then the user's choice. */
  async order(servers: readonly string[]): Promise<readonly string[]> {
    if (servers.length < 2) return servers;
    const { issuer, vault, ask, signal, whileAsking } = this.#parts;
    const preferred = [...(issuer === undefined ? [] : [issuer]), ...(await vault.issuers())];
    const isListed = (one: string): string | undefined => servers.find((other) => isSameIssuer(one, other));
    const found = preferred.map(isListed).find((each) => each !== undefined);
    const { pick } = ask;
    const title = l10n.t('Which service do you sign in with?');
    const first = found ?? (pick && (await whileAsking(() => pick(title, servers, signal))));
    if (first === undefined && pick) throw cancelled('signInCancelled');
    return first === undefined ? servers : [first, ...servers.filter((each) => each !== first)];
  }

  /** The specification says to refuse; some large services know PKCE and do not say so, so it is asked once for each. */
  async assertPkce(issuer: string, metadata: AuthorizationServerMetadata | undefined): Promise<void> {
    if (metadata?.code_challenge_methods_supported !== undefined) return;
    const { ask, vault, whileAsking } = this.#parts;
    if ((await vault.grant(issuer)).isWithoutPkce) return;
    const goOn = l10n.t('Continue');
    const answer = await whileAsking(async () =>
      ask.choose?.({
        title: l10n.t('{0} does not say that it supports PKCE. Continue with the sign-in?', issuer),
        detail: l10n.t(
          'PKCE protects the sign-in from other programs on this machine. Continue only if you know this service.',
        ),
        choices: [goOn],
        modal: true,
      }),
    );
    if (answer !== goOn) throw authRequired('noPkce', issuer);
    await vault.note(issuer, { isWithoutPkce: true });
  }

  /** An authorization server that registers nobody: a user has to have done it. */
  async client(issuer: string): Promise<StoredOAuthClientInformation> {
    const { ask, signal, whileAsking } = this.#parts;
    const title = l10n.t('Sign in with {0}', issuer);
    const input = (prompt: string, secret: boolean): Promise<string | undefined> =>
      whileAsking(async () => ask.text?.({ title, prompt, secret }, signal));
    const id = await input(l10n.t('This service registers no client by itself: the id of yours'), false);
    if (!id) throw authRequired('noRegistration', issuer);
    const secret = await input(l10n.t('The secret of the client, or nothing if it has none'), true);
    return { client_id: id, issuer, ...(secret && { client_secret: secret }) };
  }
}
