/** One text to learn from: what it holds, whether it asks for a pattern, and how much it counts. */
export interface LeaningSample {
  readonly terms: readonly string[];
  readonly label: number;
  readonly weight: number;
}

export interface TermModel {
  readonly weights: ReadonlyMap<string, number>;
  readonly bias: number;
}

const epochs = 25;
const rate = 0.25;
const decay = 0.001;

/** Logistic regression over the terms by plain descent, the same on every machine. */
export function learnTerms(samples: readonly LeaningSample[]): TermModel {
  const weights = new Map<string, number>();
  const random = seeded(7);
  const order = samples.filter(({ terms }) => terms.length > 0);
  let bias = 0;
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random);
    const step = rate / (1 + epoch * 0.3);
    for (const { terms, label, weight } of order) {
      const norm = 1 / Math.sqrt(terms.length + 1);
      const pull = (label - sigmoid(leaningIn({ weights, bias }, terms))) * weight * step;
      bias += pull * 0.05;
      for (const term of terms) {
        const known = weights.get(term) ?? 0;
        weights.set(term, known + pull * norm - step * decay * known * weight);
      }
    }
  }
  return { weights, bias };
}

export function leaningIn({ weights, bias }: TermModel, terms: readonly string[]): number {
  let sum = 0;
  for (const term of terms) sum += weights.get(term) ?? 0;
  return bias + sum / Math.sqrt(terms.length + 1);
}

const turns = 3000;
const shrink = 0.001;

/** Factors for rows of features, the first of which is always 1; both labels count the same in all. */
export function fitFactors(rows: readonly (readonly number[])[], labels: readonly number[]): number[] {
  const width = rows[0]?.length ?? 0;
  const columns = Array.from({ length: width }, (_, at) =>
    spreadOf(
      rows.map((row) => row[at] ?? 0),
      at === 0,
    ),
  );
  const scaled = rows.map((row) => row.map((value, at) => (value - columns[at]!.mean) / columns[at]!.spread));
  const positive = labels.filter((label) => label === 1).length;
  const counts = labels.map((label) => 0.5 / (label === 1 ? positive : labels.length - positive));
  const factors = Array.from({ length: width }, () => 0);
  for (let turn = 0; turn < turns; turn++) {
    const slope = Array.from({ length: width }, () => 0);
    for (const [at, row] of scaled.entries()) {
      const miss = ((labels[at] ?? 0) - sigmoid(dot(row, factors))) * (counts[at] ?? 0);
      for (const [column, value] of row.entries()) slope[column]! += miss * value;
    }
    for (const [at, one] of slope.entries()) factors[at]! += 0.3 * (one - (at > 0 ? shrink * factors[at]! : 0));
  }
  return unscaled(factors, columns);
}

interface Spread {
  readonly mean: number;
  readonly spread: number;
}

function unscaled(factors: readonly number[], columns: readonly Spread[]): number[] {
  const plain = factors.map((factor, at) => factor / columns[at]!.spread);
  const shift = plain.reduce((sum, factor, at) => (at === 0 ? sum : sum + factor * columns[at]!.mean), 0);
  return plain.map((factor, at) => (at === 0 ? factor - shift : factor));
}

function spreadOf(values: readonly number[], isConstant: boolean): Spread {
  if (isConstant) return { mean: 0, spread: 1 };
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  return { mean, spread: Math.sqrt(variance) || 1 };
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

function shuffle(list: LeaningSample[], random: () => number): void {
  for (let at = list.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    [list[at], list[other]] = [list[other]!, list[at]!];
  }
}

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
