import { codesOfReply } from '../describe-errors.ts'
import { describeSchema } from './describe-schema.ts'
import { escapeHtml } from './escape-html.ts'
import type { ApiDocument, ApiOperation, JsonSchema } from './open-api.ts'

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1rem; }
details { border: 1px solid color-mix(in srgb, currentColor 20%, transparent); border-radius: 6px; margin: .5rem 0; }
summary { padding: .5rem .75rem; cursor: pointer; }
details > div { padding: 0 .75rem .75rem; }
summary code { overflow-wrap: anywhere; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; font-family: ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; border-radius: 6px; background: color-mix(in srgb, currentColor 7%, transparent); }
table { border-collapse: collapse; } th, td { text-align: left; padding: .2rem 1rem .2rem 0; vertical-align: top; }`

interface Entry {
  method: string
  path: string
  operation: ApiOperation
}

const block = (title: string, text: string): string => `<h4>${title}</h4><pre>${escapeHtml(text)}</pre>`

function renderParameters({ parameters = [] }: ApiOperation): string {
  if (parameters.length === 0) return ''
  const rows = parameters.map(({ name, in: place, required, schema }) => {
    const cells = [`<code>${escapeHtml(name)}</code>`, place, required ? 'required' : 'optional']
    return `<tr>${[...cells, escapeHtml(describeSchema(schema ?? {}))].map((cell) => `<td>${cell}</td>`).join('')}</tr>`
  })
  return `<h4>Parameters</h4><table>${rows.join('')}</table>`
}

function renderContent(title: string, content: Record<string, { schema?: JsonSchema }> | undefined): string {
  return Object.entries(content ?? {})
    .filter(([, { schema }]) => schema !== undefined)
    .map(([type, { schema }]) => block(`${title} (${escapeHtml(type)})`, describeSchema(schema ?? {})))
    .join('')
}

/** All errors have the same form, so only their codes are shown. */
function renderErrors({ responses = {} }: ApiOperation): string {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .map(([status, { $ref = '' }]) => [status, codesOfReply($ref).join(', ')].map(escapeHtml))
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
  return rows.length === 0 ? '' : `<h4>Errors</h4><table>${rows.join('')}</table>`
}

function renderOperation({ method, path, operation }: Entry): string {
  const isOpen = operation.security?.length === 0
  return `<details id="${escapeHtml(operation.operationId ?? path)}">
<summary><span class="method">${method.toUpperCase()}</span> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}</summary>
<div><p>${isOpen ? 'Open to everyone.' : 'Needs a session or an API token.'}</p>
${renderParameters(operation)}${renderContent('Body', operation.requestBody?.content)}${Object.entries(
    operation.responses ?? {},
  )
    .filter(([status]) => Number(status) < 400)
    .map(([status, { content }]) => renderContent(`Reply ${escapeHtml(status)}`, content))
    .join('')}${renderErrors(operation)}</div></details>`
}

/**
 * The API's documentation as a page. It is rendered on the server without scripts, so that it works under the strictest content security
 * policy and loads nothing from elsewhere.
 */
export function renderDocsPage(document: ApiDocument): string {
  const entries: Entry[] = Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  )
  const byTag = Map.groupBy(entries, ({ operation }) => operation.tags?.[0] ?? 'Other')
  const { title, version, description = '' } = document.info
  const heading = `${escapeHtml(title)} API`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${heading}</title><style>${STYLE}</style></head><body>
<h1>${heading} <small>${escapeHtml(version)}</small></h1>
<p>${escapeHtml(description)} For programs: <a href="/api/openapi.json">openapi.json</a>.</p>
<nav>${[...byTag.keys()].map((tag) => `<a href="#tag-${escapeHtml(tag)}">${escapeHtml(tag)}</a>`).join('')}</nav>
${[...byTag].map(([tag, group]) => `<h2 id="tag-${escapeHtml(tag)}">${escapeHtml(tag)}</h2>${group.map(renderOperation).join('\n')}`).join('\n')}
</body></html>
`
}
