import { example } from './example.ts'
import { createToken } from './tokens.ts'

export const tokensExamples = [
  example(createToken, { body: { tokenType: 'api', name: 'Reports', expiresAt: '2099-12-31T23:00:00Z' } }),
]
