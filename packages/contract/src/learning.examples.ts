import { example, SOME_ID } from './example.ts'
import { applyCompanyLearning, applyViewLearning } from './learning.ts'

export const learningExamples = [
  example(applyViewLearning, { body: { proposal: SOME_ID } }),
  example(applyCompanyLearning, { body: { proposal: SOME_ID } }),
]
