/** No tokenizer is shipped; the common ones agree within some 15 % on about four characters of JSON a token. */
const charactersPerToken = 4;

export function tokensOfLength(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

/** What a definition costs a model, estimated. */
export function estimateTokens(value: unknown): number {
  return tokensOfLength((JSON.stringify(value) ?? '').length);
}
