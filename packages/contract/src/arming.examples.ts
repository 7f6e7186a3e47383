import { setArmingDue, setArmingMail, setLongestDisarm, setSiteArming } from './arming.ts'
import { example } from './example.ts'

export const armingExamples = [
  example(setSiteArming, { body: { state: 'disarmed' } }),
  example(setLongestDisarm, { body: { longestDisarmMinutes: 480 } }),
  example(setArmingDue, { body: { due: { time: '19:00', days: [1, 2, 3, 4, 5] } } }),
  example(setArmingMail, { body: { authRequired: false, onlyArms: true } }),
]
