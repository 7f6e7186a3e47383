import { example } from './example.ts'
import { sayLooking } from './looking.ts'

export const lookingExamples = [example(sayLooking, { body: { tab: 'tab-3f9c2a71' } })]
