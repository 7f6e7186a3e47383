import { changePassword, checkUserByEmail, login, loginWithCode, newPassword, resetPassword } from './auth.ts'
import { example, SOME_ID } from './example.ts'

export const authExamples = [
  example(checkUserByEmail, { query: { email: 'ada@example.com' } }),
  example(login, { body: { email: 'ada@example.com', password: 'Correct-Horse-7-Battery', keepLoggedIn: true } }),
  example(loginWithCode, { body: { code: '0.AXcA8h2', state: 'x3Jk9' } }),
  example(changePassword, {
    body: { userId: SOME_ID, oldPassword: 'Correct-Horse-7-Battery', newPassword: 'Quiet-River-4-Lantern' },
  }),
  example(resetPassword, { body: { email: 'ada@example.com', locale: 'en' } }),
  example(newPassword, { body: { token: 'x3Jk9', newPassword: 'Quiet-River-4-Lantern' } }),
]
