import { example } from './example.ts'
import { confirmOtp, renewBackupCodes, updateUserOtp } from './two-factor.ts'

export const twoFactorExamples = [
  example(confirmOtp, { body: { code: '123456' } }),
  example(updateUserOtp, { body: { field: 'skip', value: true } }),
  example(renewBackupCodes, { body: { password: 'Correct-Horse-7-Battery' } }),
]
