import { example, SOME_ID } from './example.ts'
import { copyMasks, setViewMasks } from './masks.ts'

export const masksExamples = [
  example(setViewMasks, {
    body: {
      mask: [
        [
          [0, 0],
          [0.25, 0],
          [0.25, 0.5],
        ],
      ],
    },
  }),
  example(copyMasks, { body: { viewIds: [SOME_ID], mode: 'replace' } }),
]
