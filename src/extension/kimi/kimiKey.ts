/** Where the Moonshot API key stands in the secret storage. */
export const kimiKeyName = 'kimi.apiKey';
