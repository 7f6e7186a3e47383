import { TEMPLATE_NAMES, type TemplateName, type TemplateProblem, type TemplateProblemCode } from '@winnow/contract'
import { jsonPlaces, xmlPlaces, type Place } from './places.ts'

/** What a text is written into; it decides how values are escaped. */
export type TemplateTarget = 'json' | 'xml' | 'line' | 'word' | 'header' | 'cid'

const MAX_VALUES = 100
const MAX_FALLBACK = 200

/** A value in a template. `fallback` stands where the alarm does not have it. */
export interface TemplateValue {
  name: TemplateName
  fallback: string | undefined
  place: Place
}

export interface Template {
  target: TemplateTarget
  parts: readonly (string | TemplateValue)[]
}

export type ParsedTemplate = { ok: true; template: Template } | { ok: false; problems: TemplateProblem[] }

const isName = (text: string): text is TemplateName => TEMPLATE_NAMES.some((name) => name === text)

/** The line and column of an index, counted from 1. */
export function placeOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}

/** Watches the literal text and says where a value would stand. */
function placesOf(target: TemplateTarget): { read(literal: string): void; here(): Place | undefined } {
  if (target === 'json') return jsonPlaces()
  return target === 'xml' ? xmlPlaces() : { read: () => undefined, here: () => 'text' }
}

/**
 * Parses a template: text with values as `{{site.name}}` or `{{deviceTime|unknown}}`. It has no conditions, loops or code. The time is
 * linear in its length, and every problem is found at once, except that nothing is read after a `{{` without an end.
 */
export function parseTemplate(text: string, target: TemplateTarget): ParsedTemplate {
  const parts: (string | TemplateValue)[] = []
  const problems: TemplateProblem[] = []
  const note = (code: TemplateProblemCode, at: number, name: string | null = null): void => {
    if (problems.length < 20) problems.push({ code, ...placeOf(text, at), name })
  }
  const places = placesOf(target)
  let values = 0
  let pictures = 0
  let at = 0
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    const literal = text.slice(at, open)
    parts.push(literal)
    places.read(literal)
    const close = text.indexOf('}}', open + 2)
    if (close < 0) {
      note('unclosed', open)
      return { ok: false, problems }
    }
    const inside = text.slice(open + 2, close)
    const bar = inside.indexOf('|')
    const name = (bar < 0 ? inside : inside.slice(0, bar)).trim()
    const place = places.here()
    values += 1
    if (name === 'picture.base64') pictures += 1
    if (!isName(name)) note('unknown', open, name.slice(0, 60))
    else if (place === undefined) note('place', open)
    else if (values > MAX_VALUES || pictures > 1) note('many', open)
    else parts.push({ name, fallback: bar < 0 ? undefined : inside.slice(bar + 1, bar + 1 + MAX_FALLBACK), place })
    at = close + 2
    if (values > MAX_VALUES) return { ok: false, problems }
  }
  const rest = text.slice(at)
  parts.push(rest)
  places.read(rest)
  return problems.length > 0 ? { ok: false, problems } : { ok: true, template: { target, parts } }
}
