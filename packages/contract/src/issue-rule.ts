import type { $ZodIssue } from 'zod/v4/core'
import {
  HOST_EMPTY,
  HOST_FORMAT,
  HOST_INVALID,
  HOST_TOO_LONG,
  IP_INVALID,
  MAILBOX_EMPTY,
  NUMBER_INVALID,
  PORT_INVALID,
} from './device-values.ts'
import { NOT_A_PLAIN_LINE } from './plain-line.ts'
import { NO_WAY_TO_REACH, NOT_A_PHONE_NUMBER } from './site-details.ts'

/** The texts of the rules for values, by their keys below `validation` of the texts. */
export const VALUE_RULES = [
  'fieldRequired',
  'textRequired',
  'textMin',
  'textMax',
  'numMin',
  'numMax',
  'timezone',
  'phone',
  'phoneOrEmail',
  'plainLine',
  'emailAt',
  'emailAlias',
  'emailInvalid',
  'hostEmpty',
  'hostMax',
  'hostFormat',
  'hostName',
  'ip',
  'port',
  'mailboxEmpty',
  'number',
] as const
export type ValueRule = (typeof VALUE_RULES)[number]

const BY_MESSAGE: Readonly<Record<string, ValueRule>> = {
  [NOT_A_PLAIN_LINE]: 'plainLine',
  [NOT_A_PHONE_NUMBER]: 'phone',
  [NO_WAY_TO_REACH]: 'phoneOrEmail',
  'Invalid timezone': 'timezone',
  [HOST_EMPTY]: 'hostEmpty',
  [HOST_TOO_LONG]: 'hostMax',
  [HOST_FORMAT]: 'hostFormat',
  [HOST_INVALID]: 'hostName',
  [IP_INVALID]: 'ip',
  [PORT_INVALID]: 'port',
  [MAILBOX_EMPTY]: 'mailboxEmpty',
  [NUMBER_INVALID]: 'number',
}

/** The rule that a value breaks, by an issue of its schema, and the limit in it; undefined for a rule without a text of its own. */
export function issueRule(issue: $ZodIssue): { rule: ValueRule; n?: number } | undefined {
  const rule = BY_MESSAGE[issue.message]
  if (rule) return { rule }
  if (issue.code === 'too_small') {
    const n = Number(issue.minimum)
    if (issue.origin === 'string') return n <= 1 ? { rule: 'textRequired' } : { rule: 'textMin', n }
    if (issue.origin === 'array') return { rule: 'fieldRequired' }
    return { rule: 'numMin', n }
  }
  if (issue.code === 'too_big' && issue.origin !== 'array')
    return { rule: issue.origin === 'string' ? 'textMax' : 'numMax', n: Number(issue.maximum) }
  // An empty number field.
  if (issue.code === 'invalid_type' && (issue.input ?? null) === null) return { rule: 'fieldRequired' }
  return undefined
}
