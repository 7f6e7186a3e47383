import { answerCureRequest, askForCure } from './cure-requests.ts'
import { example } from './example.ts'

const area: [number, number][] = [
  [0.1, 0.1],
  [0.4, 0.1],
  [0.4, 0.3],
]

export const cureRequestsExamples = [
  example(askForCure, { body: { cure: 'mask', note: 'The flag moves in every wind.', areas: [area] } }),
  example(answerCureRequest, { body: { state: 'declined', answer: 'The flag is taken down tomorrow.' } }),
]
