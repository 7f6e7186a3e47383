import { setLongestDisarm, setSiteArming } from './arming.ts'
import { example } from './example.ts'

export const armingExamples = [
  example(setSiteArming, { body: { state: 'disarmed' } }),
  example(setLongestDisarm, { body: { longestDisarmMinutes: 480 } }),
]
