/** Keys of the validation texts, as in the inventory of messages. */
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

/** The problem of a value: the text's key and its parameters (`n` a limit, `domain` a mail domain). */
export interface ValidationIssue {
  key: ValidationKey
  params?: { n: number } | { domain: string }
}

/** Counts characters as people and the database do: an emoji, or any other character of two UTF-16 units, is one. */
export function characterCount(text: string): number {
  return Array.from(text).length
}
