/**
 * What a template takes from a mail. `camera` and `site` say where the alarm was, `event` and `time` what happened and when; `any` is text
 * that changes and says nothing.
 */
const MAIL_GROUPS = ['camera', 'site', 'event', 'time', 'any'] as const
export type MailGroup = (typeof MAIL_GROUPS)[number]

/**
 * What is wrong with a template.
 * - `unclosed`: `{{` without `}}`.
 * - `unknown`: there is no group of this name.
 * - `adjacent`: two groups without a text between them, so nobody can tell where the first one ends.
 * - `twice`: a group that another line or place has already.
 * - `vague`: too little text of its own, so that it would fit other mails, too.
 * - `nothing`: it takes nothing from the mail.
 */
type MailTemplateProblemCode = 'unclosed' | 'unknown' | 'adjacent' | 'twice' | 'vague' | 'nothing'

export interface MailTemplateProblem {
  code: MailTemplateProblemCode
  field: 'subject' | 'text'
  /** Counted from 1. */
  line: number
  column: number
  /** The name of the group, if the problem is one of a group. */
  name: string | null
}

/** A template as people write it. An empty subject or text fits every mail. */
export interface MailTemplateText {
  subject: string
  text: string
}

/** A line with groups between literal texts in the form of {@link foldCase}: always one literal more than groups. Literals may be empty at both ends. */
export interface TemplateLine {
  literals: readonly string[]
  groups: readonly MailGroup[]
}

export interface MailTemplate {
  subject: TemplateLine | null
  lines: readonly TemplateLine[]
}

export type ParsedMailTemplate = { ok: true; template: MailTemplate } | { ok: false; problems: MailTemplateProblem[] }

/** Characters of a line that are read. Longer ones are cut in templates and mails before anything else, so the work for a line is bounded. */
const MAX_LINE = 500
/** Letters and digits of its own that a template needs. */
const LEAST_TEXT = 4
const MAX_PROBLEMS = 20
/** A template with none of these would say nothing about the alarm. */
const TELLING: readonly MailGroup[] = ['camera', 'site', 'event']

const isGroup = (name: string): name is MailGroup => MAIL_GROUPS.some((group) => group === name)

/** The form in which lines are compared: blanks of any kind and number are one. */
export const tidyLine = (line: string): string => line.slice(0, MAX_LINE).normalize('NFC').replace(/\s+/g, ' ').trim()

/** A text without its case, in the same length: `İ` is the only letter with a longer small one, and `ς` is a `σ` that ends a word. */
export const foldCase = (text: string): string => text.replaceAll('İ', 'i').toLowerCase().replaceAll('ς', 'σ')

type Note = (code: MailTemplateProblemCode, column: number, name?: string) => void

/** Parses one line in the notation of the templates for receivers: `Camera: {{camera}}`. */
function parseLine(line: string, seen: Set<MailGroup>, note: Note): TemplateLine | undefined {
  const literals: string[] = []
  const groups: MailGroup[] = []
  let at = 0
  let isSound = true
  const fail: Note = (...problem) => {
    isSound = false
    note(...problem)
  }
  for (let open = line.indexOf('{{'); open >= 0; open = line.indexOf('{{', at)) {
    const literal = line.slice(at, open)
    const close = line.indexOf('}}', open + 2)
    if (close < 0) {
      fail('unclosed', open + 1)
      return undefined
    }
    const name = line.slice(open + 2, close).trim()
    if (!isGroup(name)) fail('unknown', open + 1, name.slice(0, 60))
    else {
      if (groups.length > 0 && literal === '') fail('adjacent', open + 1, name)
      if (name !== 'any' && seen.has(name)) fail('twice', open + 1, name)
      seen.add(name)
      groups.push(name)
    }
    literals.push(foldCase(literal))
    at = close + 2
  }
  literals.push(foldCase(line.slice(at)))
  return isSound ? { literals, groups } : undefined
}

/**
 * Parses a template, in one pass over its characters. It is text with groups, and has no other operators: what stands between two groups is
 * found as it is. Each line of `text` stands for one line of the mail; empty lines say nothing.
 */
export function parseMailTemplate({ subject, text }: MailTemplateText): ParsedMailTemplate {
  const problems: MailTemplateProblem[] = []
  const seen = new Set<MailGroup>()
  const read = (field: 'subject' | 'text', source: string, line: number): TemplateLine | undefined => {
    const tidy = tidyLine(source)
    if (tidy === '') return undefined
    return parseLine(tidy, seen, (code, column, name) => {
      if (problems.length < MAX_PROBLEMS) problems.push({ code, field, line, column, name: name ?? null })
    })
  }
  const subjectLine = read('subject', subject.replace(/\n/g, ' '), 1) ?? null
  const lines = text.split('\n').flatMap((line, index) => read('text', line, index + 1) ?? [])
  if (problems.length > 0) return { ok: false, problems }
  const all = subjectLine ? [subjectLine, ...lines] : lines
  const own =
    all
      .flatMap(({ literals }) => literals)
      .join('')
      .match(/[\p{L}\p{N}]/gu)?.length ?? 0
  const about = (code: 'vague' | 'nothing') => ({ code, field: 'text', line: 1, column: 1, name: null }) as const
  if (!TELLING.some((group) => seen.has(group))) return { ok: false, problems: [about('nothing')] }
  if (own < LEAST_TEXT) return { ok: false, problems: [about('vague')] }
  return { ok: true, template: { subject: subjectLine, lines } }
}
