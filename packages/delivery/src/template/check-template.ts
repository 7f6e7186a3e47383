import type { TemplateProblem } from '@winnow/contract'
import { XMLValidator } from 'fast-xml-parser'
import { jsonErrorAt } from './json-error.ts'
import { parseTemplate, placeOf, type ParsedTemplate, type TemplateTarget } from './parse-template.ts'

/** Markup in which an escaped value would not be read as text, or that a station does not expect. */
const NO_XML = /<!|<\?(?!xml )/

const syntax = (text: string, at: number): TemplateProblem => ({ code: 'syntax', ...placeOf(text, at), name: null })

/**
 * Parses a template and makes sure that what it writes is JSON or XML whatever the values are: a value never changes the structure, so a
 * sample of it proves that for all.
 */
export function checkTemplate(text: string, target: TemplateTarget): ParsedTemplate {
  const parsed = parseTemplate(text, target)
  if (!parsed.ok || (target !== 'json' && target !== 'xml')) return parsed
  // Each value is replaced by a sample of the length that it has in the template, so that places stay where they are.
  let at = 0
  const sample = parsed.template.parts
    .map((part) => {
      if (typeof part === 'string') {
        at += part.length
        return part
      }
      const length = text.indexOf('}}', at) + 2 - at
      at += length
      // The blank keeps the sample apart from what stands before it: a number there would go on with it, but not with a text.
      return part.place === 'value' ? ' 0'.padEnd(length) : 'x'.padEnd(length)
    })
    .join('')
  if (target === 'json') {
    const wrong = jsonErrorAt(sample)
    return wrong === undefined ? parsed : { ok: false, problems: [syntax(text, wrong)] }
  }
  const markup = NO_XML.exec(text)
  if (markup) return { ok: false, problems: [syntax(text, markup.index)] }
  const valid = XMLValidator.validate(sample)
  if (valid === true) return parsed
  const { line, col } = valid.err
  return { ok: false, problems: [{ code: 'syntax', line: line || 1, column: col || 1, name: null }] }
}
