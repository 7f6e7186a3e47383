import { example } from '../example.ts'
import { setReceiverFallback } from './fallback.ts'

export const fallbackExamples = [
  example(setReceiverFallback, {
    body: { backupId: null, afterFailures: 3, afterSeconds: 60, escalateTo: ['duty@example.com'] },
  }),
]
