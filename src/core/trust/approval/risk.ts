export type RiskCode =
  | 'hidden-characters'
  | 'long-blank'
  | 'shell'
  | 'inline-code'
  | 'pipe-to-shell'
  | 'encoded-command'
  | 'elevated'
  | 'deletes'
  | 'secret-path'
  | 'secret-argument'
  | 'variable-argument'
  | 'loads-code'
  | 'workspace-program'
  | 'temporary-program'
  | 'unpinned'
  | 'from-repository'
  | 'other-registry'
  | 'container-power'
  | 'plain-http'
  | 'address-credentials'
  | 'odd-host'
  | 'no-sandbox';

export interface Risk {
  readonly code: RiskCode;
  readonly severity: 'danger' | 'caution' | 'note';
  /** A whole sentence. */
  readonly message: string;
}

/** Not to be passed over. */
export function danger(code: RiskCode, message: string): Risk {
  return { code, severity: 'danger', message };
}

export function caution(code: RiskCode, message: string): Risk {
  return { code, severity: 'caution', message };
}

export function note(code: RiskCode, message: string): Risk {
  return { code, severity: 'note', message };
}
