import { type MailGroup, type MailTemplate, type TemplateLine, tidyLine } from './parse-mail-template.ts'

/** What a template found in a mail, by its groups. */
export type MailFinds = Partial<Record<Exclude<MailGroup, 'any'>, string>>

export type MailMatch =
  | { matches: true; found: MailFinds }
  /** `line`: the first line of the template that no line of the mail fits, counted without empty ones from 1; 0 is the subject. */
  | { matches: false; line: number }

/** In lower case, unless that has another length, which would move what is found. */
const lower = (text: string): string => {
  const low = text.toLowerCase()
  return low.length === text.length ? low : text
}

/**
 * Fits a line of a mail to a line of a template: each literal is searched once, behind the one before it, and the last must end the line.
 * The first place of a literal leaves the most for the ones behind it, so nothing is ever tried twice.
 */
function fitLine({ literals, groups }: TemplateLine, line: string): MailFinds | undefined {
  const low = lower(line)
  const wanted = literals.map(lower)
  const first = wanted[0] ?? ''
  const last = wanted.at(-1) ?? ''
  if (groups.length === 0) return low === first ? {} : undefined
  const end = line.length - last.length
  if (!low.startsWith(first) || !low.endsWith(last) || end < first.length) return undefined
  const found: MailFinds = {}
  let at = first.length
  for (const [index, group] of groups.entries()) {
    const isLast = index === groups.length - 1
    const next = wanted[index + 1] ?? ''
    const close = isLast ? end : low.indexOf(next, group === 'any' ? at : at + 1)
    if (close < at || close > end) return undefined
    const value = line.slice(at, close).trim()
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
export function matchMailTemplate(template: MailTemplate, mail: { subject: string; text: string }): MailMatch {
  const found: MailFinds = {}
  if (template.subject) {
    const fits = fitLine(template.subject, tidyLine(mail.subject))
    if (!fits) return { matches: false, line: 0 }
    Object.assign(found, fits)
  }
  let next = 0
  for (const line of mail.text.split('\n')) {
    const wanted = template.lines[next]
    if (!wanted) break
    const fits = fitLine(wanted, tidyLine(line))
    if (!fits) continue
    Object.assign(found, fits)
    next += 1
  }
  return next < template.lines.length ? { matches: false, line: next + 1 } : { matches: true, found }
}
