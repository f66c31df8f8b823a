export type FindingCode =
  | 'hidden-characters'
  | 'hidden-text'
  | 'override'
  | 'conceal'
  | 'fake-markup'
  | 'reads-secrets'
  | 'secret-path'
  | 'smuggles'
  | 'sends-away'
  | 'runs-download'
  | 'skips-consent'
  | 'steers-others'
  | 'steers-choice'
  | 'cross-mention'
  | 'hidden-comment'
  | 'remote-image'
  | 'long-blank'
  | 'odd-name';

export type FindingSeverity = 'high' | 'medium' | 'low';

export interface Finding {
  readonly code: FindingCode;
  readonly severity: FindingSeverity;
  /** Absent where it concerns the whole server. */
  readonly tool?: string;
  /** A JSON pointer into the definition: `/inputSchema/properties/path/description`. */
  readonly path: string;
  /** A whole sentence. */
  readonly message: string;
  /** The place itself, with what cannot be seen written out. */
  readonly excerpt: string;
}

/** A finding that does not know its place yet. */
export type Unplaced = Pick<Finding, 'code' | 'severity' | 'message' | 'excerpt'>;
