import { l10n } from '../../../../base/l10n.ts';
import type { TokenView } from '../../../../contract/signIn.ts';
import { isSameIssuer } from './issuers.ts';
import { audiencesOf, claimsOf } from './tokenClaims.ts';
import { type GrantHolder, type GrantStore, TokenVault } from './tokenVault.ts';

/** What is known about the tokens that are stored for a server, without the tokens. */
export async function tokenView(holder: GrantHolder, store: GrantStore, now: number): Promise<TokenView | undefined> {
  const vault = new TokenVault(store, holder);
  const issuer = await vault.currentIssuer();
  const { tokens, expiresAt } = await vault.grant(issuer);
  if (issuer === undefined || !tokens) return undefined;
  const claims = claimsOf(tokens.access_token);
  return {
    issuer,
    type: tokens.token_type,
    isRenewable: tokens.refresh_token !== undefined,
    ...(tokens.scope !== undefined && { scope: tokens.scope }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(claims && { claims }),
    doubts: [...(claims ? doubtsOf(claims, issuer, holder.resource) : []), ...ageOf(expiresAt, now)],
  };
}

function doubtsOf(claims: Readonly<Record<string, unknown>>, issuer: string, resource: string): readonly string[] {
  const audiences = audiencesOf(claims);
  const { iss } = claims;
  const isForServer = audiences.length === 0 || audiences.some((each) => isSameIssuer(each, resource));
  return [
    ...(isForServer ? [] : [l10n.t('The token is for {0}, not for {1}.', audiences.join(', '), resource)]),
    ...(typeof iss === 'string' && !isSameIssuer(iss, issuer)
      ? [l10n.t('The token was issued by {0}, not by {1}.', iss, issuer)]
      : []),
  ];
}

function ageOf(expiresAt: number | undefined, now: number): readonly string[] {
  return expiresAt !== undefined && expiresAt <= now ? [l10n.t('The token has expired.')] : [];
}
