/** Written by `test/knowledge-eval/learn.ts`; do not edit. Factors of the rule, in the order of its features. */
export const relevanceModel: { readonly factors: readonly number[]; readonly bias: number } = {
  factors: [-8.976, 2.014, -0.532, -0.052, -0.722, -0.528, 0.333, 0.337, 1.11, -3.138, 2.223, 1.315, -0.409, 1.094],
  bias: -0.245,
};
