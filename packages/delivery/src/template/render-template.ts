import type { TemplateName } from '@winnow/contract'
import { escapeValue, MAX_VALUE } from './escape-value.ts'
import type { Template, TemplateTarget, TemplateValue } from './parse-template.ts'

export type TemplateFacts = Readonly<Record<TemplateName, string | number | boolean | null>>

/** Values that are not a user's text: they have only characters that no target escapes, and half of one is of no use. */
const WHOLE: ReadonlySet<TemplateName> = new Set(['picture.base64', 'picture.url', 'link', 'consoleUrl'])

function write({ name, place }: TemplateValue, value: string | number | boolean, target: TemplateTarget): string {
  if (typeof value !== 'string') return String(value)
  const text = name === 'picture.base64' ? value : escapeValue(value, target)
  return place === 'value' ? `"${text}"` : text
}

/** Links that are longer than a value can be are left out: half a link opens nothing. */
const isWritable = (name: TemplateName, value: string | number | boolean | null): value is string | number | boolean =>
  value !== null && value !== '' && (name === 'picture.base64' || !WHOLE.has(name) || String(value).length <= MAX_VALUE)

/**
 * What a template makes of the facts of an alarm. A value that the alarm does not have is its fallback, else empty, or `null` in the place
 * of a JSON value; its name is returned in `missing`.
 */
export function renderTemplate(
  { parts, target }: Template,
  facts: TemplateFacts,
): { text: string; missing: TemplateName[] } {
  const missing = new Set<TemplateName>()
  const text = parts
    .map((part) => {
      if (typeof part === 'string') return part
      const value = facts[part.name]
      if (isWritable(part.name, value)) return write(part, value, target)
      if (part.fallback !== undefined) return write(part, part.fallback, target)
      missing.add(part.name)
      return part.place === 'value' ? 'null' : ''
    })
    .join('')
  return { text, missing: [...missing] }
}
