import { API_BASE, type Operation } from '@winnow/contract'

/** Values allowed in a path or query. Lists are joined by commas, as the contract reads them. */
export type QueryValue = string | number | boolean | readonly (string | number)[] | null | undefined

function asText(value: QueryValue): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'object' ? value.join(',') : String(value)
}

/** The address of an operation, relative to this origin. Empty query values are left out. */
export function buildUrl(
  operation: Operation,
  params: Readonly<Record<string, QueryValue>> = {},
  query: Readonly<Record<string, QueryValue>> = {},
): string {
  const path = operation.path.replaceAll(/:(\w+)/g, (_match, name: string) => {
    const value = asText(params[name])
    if (value === undefined) throw new Error(`${operation.id}: parameter ${name} is missing`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    const text = asText(value)
    if (text !== undefined && text !== '') search.set(name, text)
  }
  return `${API_BASE}${path}${search.size > 0 ? `?${search}` : ''}`
}
