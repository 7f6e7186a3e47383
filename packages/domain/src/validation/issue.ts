/** Keys of the validation texts, as the inventory of messages names them. */
export type ValidationKey =
  | 'v.required'
  | 'v.textRequired'
  | 'v.numMin'
  | 'v.textMin'
  | 'v.numMax'
  | 'v.textMax'
  | 'v.pw.lower'
  | 'v.pw.upper'
  | 'v.pw.number'
  | 'v.pw.nonAlnum'
  | 'v.pw.sameAsOld'
  | 'v.pw.confirm'
  | 'v.host.max'
  | 'v.host.empty'
  | 'v.host.format'
  | 'v.mailbox.empty'
  | 'v.ip'
  | 'v.hostName'
  | 'v.port'
  | 'v.email.at'
  | 'v.email.alias'
  | 'v.email.invalid'
  | 'v.email.blocked'
  | 'v.url.scheme'
  | 'v.url.invalid'
  | 'v.timezone'
  | 'v.number'
  | 'v.reach'
  | 'v.code'
  | 'v.oldPassword'

/** What is wrong with a value: the text to show and what to fill into it (`n` a limit, `domain` a mail domain). */
export interface ValidationIssue {
  key: ValidationKey
  params?: { n: number } | { domain: string }
}

/** Characters as people count them: an emoji or an accent written in two units is one, and the database counts alike. */
export function characterCount(text: string): number {
  return Array.from(text).length
}
