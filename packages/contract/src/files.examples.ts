import { example } from './example.ts'
import { getFile } from './files.ts'

export const filesExamples = [
  example(getFile, {
    params: { key: 'media%2F2026-01-01%2Fpicture.jpg' },
    nothing: { status: 404, body: { code: 'NOT_FOUND' } },
  }),
]
