import type { ValidationIssue } from './issue.ts'
import { textLengthIssue } from './text.ts'

const URL_MAX = 2048

/** An address of the web: http or https, with a host. Whether it may be called is another question. */
export function urlIssue(text: string): ValidationIssue | undefined {
  if (!/^https?:\/\//i.test(text)) return { key: 'v.url.scheme' }
  // URL parsers drop or convert blanks, line breaks and backslashes. Two parsers could then read two different addresses.
  const isAmbiguous = Array.from(text).some((char) => char <= ' ' || char === '\\' || char === '\u007f')
  if (isAmbiguous || !URL.canParse(text)) return { key: 'v.url.invalid' }
  return textLengthIssue(text, { max: URL_MAX })
}
