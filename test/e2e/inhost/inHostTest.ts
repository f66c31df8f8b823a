/** A test that runs inside the extension host; its name is a true sentence. */
export interface InHostTest {
  readonly name: string;
  run(): Promise<void>;
}

export interface InHostResult {
  readonly name: string;
  readonly ms: number;
  readonly error?: string;
}

export function inHostTest(name: string, run: () => Promise<void>): InHostTest {
  return { name, run };
}
