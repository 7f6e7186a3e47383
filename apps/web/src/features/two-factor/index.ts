export { BackupCodes } from './backup-codes.tsx'
export { SetUpSteps } from './set-up-steps.tsx'
export { VerifyForm } from './verify-form.tsx'
