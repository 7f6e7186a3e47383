import { example, SOME_ID } from './example.ts'
import { applyLearningProposals, undoLearning } from './learning-proposals.ts'

export const learningProposalsExamples = [
  example(applyLearningProposals, { body: { proposals: [SOME_ID] } }),
  example(undoLearning, { body: { adjustments: [SOME_ID] } }),
]
