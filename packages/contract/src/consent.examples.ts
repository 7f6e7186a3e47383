import { getConsent, giveConsent } from './consent.ts'
import { example } from './example.ts'

export const consentExamples = [
  example(getConsent, { params: { consentCode: 'activate-cameras' } }),
  example(giveConsent, { body: { consentCode: 'activate-cameras', content: '<h1>Activation of cameras</h1>' } }),
]
