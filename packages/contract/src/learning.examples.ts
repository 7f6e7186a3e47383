import { example, SOME_ID } from './example.ts'
import {
  applyCompanyLearning,
  applyViewLearning,
  listCompanyLearningAlarms,
  listViewLearningAlarms,
} from './learning.ts'

export const learningExamples = [
  example(applyViewLearning, { body: { proposal: SOME_ID } }),
  example(applyCompanyLearning, { body: { proposal: SOME_ID } }),
  example(listViewLearningAlarms, { query: { of: 'proposed' } }),
  example(listCompanyLearningAlarms, { query: { of: 'proposed' } }),
]
