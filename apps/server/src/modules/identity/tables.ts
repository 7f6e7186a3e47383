import type { Tables } from '../../platform/modules/tables.ts'
import { endOverdueImpersonations } from './impersonation-end.ts'
import { codeContext, otpContext } from './second-factor/second-factor-secrets.ts'

export const identityTables = {
  session: {
    rows: [
      // The end of an expired impersonation is recorded before its session is deleted.
      { kind: 'run', when: 'before', run: endOverdueImpersonations },
      { kind: 'days', column: 'expires_at', days: 1 },
      { kind: 'days', column: 'ended_at', days: 1 },
    ],
  },
  login_failure: { rows: [{ kind: 'days', column: 'since', days: 1 }] },
  waiting_login: { rows: [{ kind: 'days', column: 'expires_at', days: 0 }] },
  answered_captcha: { rows: [{ kind: 'days', column: 'expires_at', days: 0 }] },
  password_link: { rows: [{ kind: 'days', column: 'expires_at', days: 1 }] },
  second_factor: { rows: 'kept', sealed: { secret: otpContext, new_secret: otpContext } },
  backup_code: { rows: 'kept', sealed: { sealed_hash: codeContext } },
} satisfies Tables
