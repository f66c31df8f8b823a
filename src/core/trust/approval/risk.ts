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
  | 'unknown-program'
  | 'workspace-settings'
  | 'workspace-script'
  | 'local-copy'
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
  /** A whole sentence, in the language of the user. */
  readonly message: string;
  /** The argument, variable or host it is about, as written. Code reads this, never the message. */
  readonly subject?: string;
}

/** Shown prominently. */
export function danger(code: RiskCode, message: string, subject?: string): Risk {
  return riskOf('danger', code, message, subject);
}

export function caution(code: RiskCode, message: string, subject?: string): Risk {
  return riskOf('caution', code, message, subject);
}

export function note(code: RiskCode, message: string, subject?: string): Risk {
  return riskOf('note', code, message, subject);
}

function riskOf(severity: Risk['severity'], code: RiskCode, message: string, subject: string | undefined): Risk {
  return { code, severity, message, ...(subject !== undefined && { subject }) };
}
