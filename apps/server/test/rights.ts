import type { UserType } from '@winnow/contract'

/** The kinds of users, in the order of the marks below. A program uses an API token and has no login. */
export const WHO: readonly [name: string, userType: UserType, extra?: { roles?: string[]; accountType?: string }][] = [
  ['super user', 'SUPER_USER'],
  ['administrator', 'ADMIN_USER'],
  ['member', 'MEMBER_USER'],
  ['member, read only', 'MEMBER_USER_READONLY'],
  ['external user', 'EXTERNAL_USER'],
  ['external user, read only', 'EXTERNAL_USER_READONLY'],
  ['external user, schedules', 'EXTERNAL_USER_SCHEDULE_ONLY'],
  ['external user, masks', 'EXTERNAL_USER_MASK_ONLY'],
  ['external user, masks and schedules', 'EXTERNAL_USER_MASK_AND_SCHEDULE'],
  ['operator', 'OPERATOR_USER'],
  ['shared-site user', 'SHARED_SITE_USER'],
  ['program', 'PROGRAMMATIC_USER'],
  ['token maker', 'CREATE_TOKEN_USER'],
  ['supervisor', 'MEMBER_USER', { roles: ['SUPERVISOR'] }],
  ['auditor', 'EXTERNAL_USER_READONLY', { roles: ['AUDITOR'] }],
  ['partner', 'MEMBER_USER', { accountType: 'partner' }],
]

/**
 * The matrix of rights (docs/decisions/0150-rights.md), typed by hand. It shares no code with the policy. +: allowed · -: refused with
 * FORBIDDEN · t: refused for a token, because the operation needs a person
 */
// oxfmt-ignore
export const MARKS = {
  //             su ad me mr   ex er es em eb   op sh pr tm   sv au pa
  everyone:    '+  +  +  +    +  +  +  +  +    +  +  t  +    +  +  +',
  treeRead:    '+  +  +  +    +  +  +  +  +    -  -  +  -    -  +  +',
  groups:      '+  +  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
  addClient:   '+  +  +  -    -  -  -  -  -    -  -  +  -    -  -  +',
  edit:        '+  +  +  -    +  -  -  -  -    -  -  +  -    -  -  +',
  schedules:   '+  +  +  -    +  -  +  -  +    -  -  +  -    -  -  +',
  masks:       '+  +  +  -    +  -  -  +  +    -  -  +  -    -  -  +',
  alarmsRead:  '+  +  +  +    +  +  +  +  +    +  +  +  -    -  +  +',
  alarmsOwn:   '+  +  +  +    +  +  +  +  +    +  +  t  -    -  +  +',
  forensic:    '+  +  +  +    +  +  +  +  +    -  -  +  -    -  +  +',
  label:       '+  +  +  -    +  -  -  -  -    +  +  +  -    -  -  +',
  review:      '+  +  +  -    +  -  -  -  -    +  +  t  -    -  -  +',
  supervise:   '-  -  -  -    -  -  -  -  -    -  -  t  -    +  -  -',
  ingest:      '-  -  -  -    -  -  -  -  -    -  -  +  -    -  -  -',
  share:       '+  +  +  -    -  -  -  -  -    -  -  +  -    -  -  +',
  users:       '+  +  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
  companyRead: '+  +  +  -    -  -  -  -  -    -  -  +  -    -  -  +',
  agree:       '+  +  +  -    -  -  -  -  -    -  -  t  -    -  -  +',
  company:     '+  +  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
  companyOwn:  '+  +  -  -    -  -  -  -  -    -  -  t  -    -  -  -',
  tokens:      '+  +  -  -    -  -  -  -  -    -  -  -  +    -  -  -',
  audit:       '+  +  +  +    +  -  -  -  -    -  -  +  -    -  -  +',
  backOffice:  '+  -  -  -    -  -  -  -  -    -  -  -  -    -  -  -',
  loginAs:     '+  -  -  -    -  -  -  -  -    -  -  t  -    -  -  -',
} as const

export type Column = keyof typeof MARKS

/** Who may call an operation: a row of the matrix, or anybody without a login. */
export interface Right {
  who: Column | 'anybody'
  /** Set if provider users may name any company, or a user of any company, in the request. Other users may not. */
  everyCompany?: true
}

/** Rights by the id of the operation. */
export type Permissions = Readonly<Record<string, Right>>

export const may = (who: Right['who']): Right => ({ who })
export const mayInEveryCompany = (who: Column): Right => ({ who, everyCompany: true })
