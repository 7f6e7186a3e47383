import type { ValidationIssue } from './issue.ts'
import { textLengthIssue } from './text.ts'

const URL_MAX = 2048

/** Validates a web address: http or https, with a host. It does not check whether the server may call the address. */
export function urlIssue(text: string): ValidationIssue | undefined {
  if (!/^https?:\/\//i.test(text)) return { key: 'v.url.scheme' }
  // URL parsers drop or convert blanks, line breaks and backslashes. Two parsers could then read two different addresses.
  const isAmbiguous = Array.from(text).some((char) => char <= ' ' || char === '\\' || char === '\u007f')
  if (isAmbiguous || !URL.canParse(text)) return { key: 'v.url.invalid' }
  return textLengthIssue(text, { max: URL_MAX })
}
