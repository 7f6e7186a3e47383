import type { JsonSchema } from './open-api.ts'

const LIMITS = [
  ['minimum', '≥'],
  ['maximum', '≤'],
  ['minLength', 'length ≥'],
  ['maxLength', 'length ≤'],
  ['maxItems', 'items ≤'],
] as const

/** Whether a limit is worth showing. JavaScript's largest integers are not, since they only say that a number is an integer. */
const isTelling = (limit: number): boolean => Math.abs(limit) < Number.MAX_SAFE_INTEGER

/** The type of a value, without its fields: `string (uuid)`, `"true" | "false"`, `integer, ≥ 1`. */
function describeValue(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const type = Array.isArray(schema.type) ? schema.type.join(' | ') : (schema.type ?? 'any')
  const limits = LIMITS.flatMap(([name, sign]) => {
    const limit = schema[name]
    return limit === undefined || !isTelling(limit) ? [] : [`${sign} ${limit}`]
  })
  const text = [schema.format === undefined ? type : `${type} (${schema.format})`, ...limits].join(', ')
  return schema.default === undefined ? text : `${text}, default ${JSON.stringify(schema.default)}`
}

/** A JSON schema as indented lines, in the form of an example: one line per field, with `?` after the names of optional fields. */
export function describeSchema(schema: JsonSchema, indent = ''): string {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => describeSchema(choice, indent)).join(' | ')
  if (schema.prefixItems) return `[${schema.prefixItems.map((item) => describeSchema(item, indent)).join(', ')}]`
  if (schema.items) return `[${describeSchema(schema.items, indent)}]`
  const fields = Object.entries(schema.properties ?? {})
  if (fields.length > 0) {
    const inner = `${indent}  `
    const lines = fields.map(([name, field]) => {
      const optional = schema.required?.includes(name) ? '' : '?'
      return `${inner}${name}${optional}: ${describeSchema(field, inner)}`
    })
    return `{\n${lines.join('\n')}\n${indent}}`
  }
  if (typeof schema.additionalProperties === 'object')
    return `{ [name]: ${describeSchema(schema.additionalProperties, indent)} }`
  return describeValue(schema)
}
