/** The results of both sets for one labelled alarm: whether each passed it on. */
export interface Outcome {
  viewId: string
  isTrue: boolean
  current: boolean
  candidate: boolean
}

/** Recall and reduction of both sets, and the number of alarms on which they differ, which shows how reliable the difference is. */
export function countOutcomes(outcomes: readonly Outcome[]) {
  const [trueOnes, falseOnes] = [outcomes.filter(({ isTrue }) => isTrue), outcomes.filter(({ isTrue }) => !isTrue)]
  const figuresOf = (side: 'current' | 'candidate') => ({
    recall: { hits: trueOnes.filter((one) => one[side]).length, of: trueOnes.length },
    reduction: { hits: falseOnes.filter((one) => !one[side]).length, of: falseOnes.length },
  })
  const count = (list: readonly Outcome[], test: (one: Outcome) => boolean): number => list.filter(test).length
  return {
    figures: { current: figuresOf('current'), candidate: figuresOf('candidate') },
    only: {
      passedBy: {
        current: count(trueOnes, (one) => one.current && !one.candidate),
        candidate: count(trueOnes, (one) => one.candidate && !one.current),
      },
      filteredBy: {
        current: count(falseOnes, (one) => !one.current && one.candidate),
        candidate: count(falseOnes, (one) => !one.candidate && one.current),
      },
    },
  }
}
