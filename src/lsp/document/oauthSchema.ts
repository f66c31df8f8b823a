import type { JsonObject } from '../../base/json.ts';

/** The keys of "oauth" that we read, described as in every JSON schema: in English. */
export const oauthSchema: JsonObject = {
  type: 'object',
  properties: {
    clientId: { type: 'string', description: 'A client that you have registered.' },
    clientSecret: { type: 'string', description: 'Its secret: use an input or a variable.' },
    privateKey: { type: 'string', description: 'A PEM that signs for the client: use an input or a variable.' },
    issuer: { type: 'string', description: 'The only authorization server that the credentials are sent to.' },
    scopes: { type: 'array', items: { type: 'string' }, description: 'Permissions that are always asked for.' },
    grantType: { enum: ['client_credentials', 'jwt_bearer'], description: 'Signs in without a user.' },
    assertion: { type: 'string', description: 'A JWT that vouches for this workload, with "jwt_bearer".' },
    assertionFile: { type: 'string', description: 'A file with it, read at each sign-in.' },
    identityProvider: {
      type: 'object',
      description:
        'Enterprise-managed authorization: the provider vouches for you. Either "issuer", where you sign in, ' +
        'or "tokenEndpoint" with an "idToken" that you have.',
      required: ['clientId'],
      properties: {
        issuer: { type: 'string', description: 'Where you sign in.' },
        clientId: { type: 'string', description: 'The client that is registered there.' },
        clientSecret: { type: 'string', description: 'Its secret: use an input or a variable.' },
        tokenEndpoint: { type: 'string', description: 'Where "idToken" is exchanged.' },
        idToken: { type: 'string', description: 'Your identity token, from elsewhere: use a variable.' },
      },
    },
  },
};
