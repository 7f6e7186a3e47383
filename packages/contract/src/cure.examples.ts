import { previewSensitivity } from './cure.ts'
import { example } from './example.ts'

export const cureExamples = [example(previewSensitivity, { body: { sensitivity: 2 } })]
