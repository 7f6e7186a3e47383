import type { ConfigIssue } from './receiver.ts'
import { parseTemplate, type ParsedTemplate } from './template/parse-template.ts'
import { urlIssues } from './url-issues.ts'

const USUAL_MESSAGE = '{{summary}} {{link}}'

/** What the settings of video systems have in common. */
export interface VmsSettings {
  url: string
  password?: string | undefined
  /** Whether the password may go over HTTP without encryption. */
  inClear?: boolean | undefined
  message?: string | undefined
}

/**
 * Checks the address, the password and the message of a video system.
 * @returns the address without fragment and final slashes, the message as a template, and the issues
 */
export function checkVms({ url, password = '', inClear = false, message = '' }: VmsSettings): {
  address: string
  text: ParsedTemplate
  errors: ConfigIssue[]
} {
  const errors: ConfigIssue[] = urlIssues(url)
  const check = (isFine: boolean, field: string, text: string): void => {
    if (!isFine) errors.push({ field, message: text })
  }
  // A password that was pasted with the address would be stored and shown in plain text.
  if (errors.length === 0) check(!url.includes('?'), 'url', 'digifort.query')
  if (errors.length === 0) check(inClear || url.startsWith('https:'), 'url', 'vms.passwordInClear')
  check(password !== '', 'password', 'v.required')
  const text = parseTemplate(message === '' ? USUAL_MESSAGE : message, 'line')
  check(text.ok, 'message', 'template')
  return { address: url.replace(/#.*$/, '').replace(/\/+$/, ''), text, errors }
}
