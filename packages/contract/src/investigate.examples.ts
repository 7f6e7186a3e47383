import { example } from './example.ts'
import { getObjectPicture, searchObjects } from './investigate.ts'

const nothing = { status: 404, body: { code: 'NOT_FOUND' } }

export const investigateExamples = [
  example(searchObjects, {
    body: { from: '2026-11-01T00:00:00Z', to: '2026-11-08T00:00:00Z', classes: ['person'], upper: 'red' },
    nothing,
  }),
  example(getObjectPicture, { params: { number: '0' }, nothing }),
]
