type Diagnosis = typeof import('../../diagnosis/diagnose.ts');

let loaded: Diagnosis | undefined;

/** The rules are many, and only a failure needs them: they are loaded while a server starts, and before it counts as connected. */
export async function loadDiagnosis(): Promise<void> {
  loaded ??= await import('../../diagnosis/diagnose.ts');
}

export function diagnosis(): Diagnosis {
  if (!loaded) throw new Error('The diagnosis is loaded with the first connection.');
  return loaded;
}
