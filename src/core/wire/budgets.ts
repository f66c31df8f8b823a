/**
 * What one server may cost this process. Past a soft budget a server is slowed: its output is left unread, so that it
 * waits and not we. Past a hard one it is stopped with a fault that says the number and the limit.
 */
export interface Budgets {
  /** Soft. What a server sends unasked, each second. Responses to requests of ours are not counted: we wanted them. */
  readonly messagesPerSecond: number;
  /** What may come at once without being held back. */
  readonly burstMessages: number;
  /** Soft. The part of the event loop's time that unasked messages may take once they have taken `burstBusyMs`. */
  readonly busyShare: number;
  readonly burstBusyMs: number;
  /** Hard. A server that had to be held back for so long without a rest floods. */
  readonly floodMs: number;
  /** Hard. Messages in one batch; only revision 2025-03-26 has batches. */
  readonly batchMessages: number;
  /** Per message, refused: in bytes. */
  readonly maxMessageBytes: number;
  /** Hard. How many times `maxMessageBytes` may come without an end, while they are dropped. */
  readonly endlessFactor: number;
  /** Per message, refused: values in it, counted before it is parsed. Parsing takes 0.15 µs for each, in one go. */
  readonly messageValues: number;
  /** Soft. Responses of ours that the server has not read. */
  readonly unreadResponses: number;
  /** Refused. Requests of a server that wait for an answer at the same time: elicitation, sampling, roots. */
  readonly openRequests: number;
  /** Of a list: what goes beyond is left out, and said. */
  readonly maxPages: number;
  readonly listItems: number;
  readonly listBytes: number;
}

export const defaultBudgets: Budgets = {
  messagesPerSecond: 2_000, // progress for a screen needs 60; at 2,000 a flood takes a tenth of a core
  burstMessages: 2_000, // a server that replays its log after a start
  busyShare: 0.1,
  burstBusyMs: 100,
  floodMs: 30_000,
  batchMessages: 1_000, // ten times what the SDK takes
  maxMessageBytes: 64 * 1024 * 1024,
  endlessFactor: 32,
  messageValues: 500_000, // a table of 50,000 rows; parsed in 75 ms
  unreadResponses: 100, // over HTTP each is a connection of its own
  openRequests: 50, // nobody answers more
  maxPages: 200,
  listItems: 10_000, // the largest servers have some hundred
  listBytes: 8 * 1024 * 1024,
};

/** Bodies that are only read for their words: errors, pages that are no messages. The rest is not read. */
export const proseBytes = 64 * 1024;
/** An id is sent back, and a cursor or event id again: no server needs more. */
export const longestToken = 4_096;
/** HTTP around a body: head, trailers, the head of a chunk. Node allows 16 KB. */
export const httpOverheadBytes = 64 * 1024;
/** A server may ask to be reconnected to after so long; beyond these it is not obeyed. */
export const retryMs = { least: 500, most: 60_000 };

/** How long one message may be, in bytes: what a user may set, and what holds otherwise. */
export const messageLimit = { min: 64 * 1024, max: 64 * 1024 * 1024, default: 10 * 1024 * 1024 } as const;
