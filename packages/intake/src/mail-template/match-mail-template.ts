import { foldCase, type MailGroup, type MailTemplate, type TemplateLine, tidyLine } from './parse-mail-template.ts'

/** What a template found in a mail, by its groups. */
export type MailFinds = Partial<Record<Exclude<MailGroup, 'any'>, string>>

export type MailMatch =
  | { matches: true; found: MailFinds }
  /** `line`: the first line of the template that no line of the mail fits, counted without empty ones from 1; 0 is the subject. */
  | { matches: false; line: number }

interface MailLine {
  text: string
  folded: string
}

/** A mail in the form in which templates are compared with it. */
interface MailLines {
  subject: MailLine
  lines: readonly MailLine[]
}

function readLine(line: string): MailLine {
  const text = tidyLine(line)
  return { text, folded: foldCase(text) }
}

/** Reads a mail once, for all templates that are tried on it. */
export const readMailLines = ({ subject, text }: { subject: string; text: string }): MailLines => ({
  subject: readLine(subject),
  lines: text.split('\n').map(readLine),
})

/**
 * Fits a line of a mail to a line of a template: each literal is searched once, behind the one before it, and the last must end the line.
 * The first place of a literal leaves the most for the ones behind it, so nothing is ever tried twice.
 */
function fitLine({ literals, groups }: TemplateLine, { text, folded }: MailLine): MailFinds | undefined {
  const first = literals[0] ?? ''
  const last = literals.at(-1) ?? ''
  if (groups.length === 0) return folded === first ? {} : undefined
  const end = text.length - last.length
  if (!folded.startsWith(first) || !folded.endsWith(last) || end < first.length) return undefined
  const found: MailFinds = {}
  let at = first.length
  for (const [index, group] of groups.entries()) {
    const isLast = index === groups.length - 1
    const next = literals[index + 1] ?? ''
    const close = isLast ? end : folded.indexOf(next, group === 'any' ? at : at + 1)
    if (close < at || close > end) return undefined
    const value = text.slice(at, close).trim()
    if (group !== 'any') {
      if (value === '') return undefined
      found[group] = value
    }
    at = close + next.length
    if (!isLast && at > end) return undefined
  }
  return found
}

/**
 * Fits a mail to a template. The lines of the template must occur in their order, with any others between them; each line of the mail is
 * compared with one line of the template. So the work is proportional to the length of the mail, and nobody's template can make it more.
 */
export function matchMailTemplate(template: MailTemplate, mail: MailLines): MailMatch {
  const found: MailFinds = {}
  if (template.subject) {
    const fits = fitLine(template.subject, mail.subject)
    if (!fits) return { matches: false, line: 0 }
    Object.assign(found, fits)
  }
  let next = 0
  for (const line of mail.lines) {
    const wanted = template.lines[next]
    if (!wanted) break
    const fits = fitLine(wanted, line)
    if (!fits) continue
    Object.assign(found, fits)
    next += 1
  }
  return next < template.lines.length ? { matches: false, line: next + 1 } : { matches: true, found }
}
