/** Where the Moonshot API key is in the secret storage. */
export const kimiKeyName = 'kimi.apiKey';
