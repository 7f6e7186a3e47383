import { example } from './example.ts'
import { getObjectPicture, searchObjects } from './investigate.ts'

export const investigateExamples = [
  example(searchObjects, {
    body: { from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z', classes: ['person'], upper: 'red' },
  }),
  example(getObjectPicture, { params: { number: '0' } }),
]
