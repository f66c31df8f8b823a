import type { Handlers } from '../../../../contract/rpc/contract.ts';
import type { SignInView, signInHostMethods } from '../../../../contract/signIn.ts';
import type { Core } from '../../../../core/app/core.ts';

export function signInHandlers(core: Core): Handlers<typeof signInHostMethods> {
  return {
    'signIn/get': async ({ server }) => core.redactor.value(await core.signIn(server)) as SignInView,
    'signIn/again': ({ server, from }) => core.signInAgain(server, from),
    'signIn/revoke': ({ server }) => core.reset(server, ['signIn']),
  };
}
