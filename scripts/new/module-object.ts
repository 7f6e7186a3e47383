import { parseSync, Visitor } from 'oxc-parser'
import type { Draft } from './draft.ts'
import { addImport } from './edit-text.ts'

const MODULES = 'apps/server/src/modules'

/**
 * The file with a module's description.
 * @throws {Error} when there is no such module
 */
function moduleFile(draft: Draft, module: string): string {
  const file = [`${MODULES}/${module}/module.ts`, `${MODULES}/${module}/index.ts`].find(
    (each) => draft.has(each) && /export const \w+Module: Module\b/.test(draft.text(each)),
  )
  if (file === undefined) throw new Error(`there is no module ${module}: npm run new -- module ${module}`)
  return file
}

interface Found {
  /** The end of the object's last property. */
  end: number
  /** The positions of the requested property and of its value. */
  property?: { start: number; end: number; value: { start: number; end: number } }
  /** The end of the function's body before its closing brace, if it is a function with a block. */
  body?: { close: number }
}

/** Finds a property in the object that describes the module. */
function findProperty(text: string, key: string): Found {
  let found: Found | undefined
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type !== 'Identifier' || !id.name.endsWith('Module') || init?.type !== 'ObjectExpression') return
      found = { end: init.properties.at(-1)?.end ?? init.start + 1 }
      for (const property of init.properties) {
        if (property.type !== 'Property' || property.key.type !== 'Identifier' || property.key.name !== key) continue
        const { value } = property
        found.property = { start: property.start, end: property.end, value: { start: value.start, end: value.end } }
        const block = 'body' in value && value.body && 'end' in value.body ? value.body : undefined
        if (block?.type === 'BlockStatement') found.body = { close: block.end - 1 }
      }
    },
  }).visit(parseSync('module.ts', text).program)
  if (!found) throw new Error('there is no object that describes the module any more')
  return found
}

/** The number of parameters of a function in the module; two if it is not found. */
function arityOf(draft: Draft, text: string, name: string): number {
  const pattern = new RegExp(`function ${name}\\(([^)]*)\\)`)
  const from = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./([^']+)'`).exec(text)?.[1]
  const file = from === undefined ? undefined : `${MODULES}/${moduleNameOf(text)}/${from}`
  const parameters = (pattern.exec(text) ??
    (file !== undefined && draft.has(file) ? pattern.exec(draft.text(file)) : null))?.[1]
  return parameters === undefined ? 2 : parameters.split(',').filter((each) => each.trim() !== '').length
}

const moduleNameOf = (text: string): string => /\bname: '([^']+)'/.exec(text)?.[1] ?? ''

/**
 * Adds a call of a function that registers operations: `registerX(register)`.
 * @throws {Error} when the module registers in a form that cannot be extended
 */
export function addRoutes(draft: Draft, module: string, { register, from }: { register: string; from: string }): void {
  draft.edit(moduleFile(draft, module), (text) => {
    const { end, property, body } = findProperty(text, 'routes')
    const call = `${register}(register)`
    const written = (): string => {
      if (!property) return `${text.slice(0, end)},\n  routes: ${register}${text.slice(end)}`
      if (body) return `${text.slice(0, body.close)}  ${call}\n  ${text.slice(body.close)}`
      const value = text.slice(property.value.start, property.value.end)
      if (!/^\w+$/.test(value)) throw new Error(`add ${call} to its routes by hand`)
      const given = arityOf(draft, text, value) < 2 ? 'register' : 'register, deps'
      const routes = `routes(${given}) {\n    ${value}(${given})\n    ${call}\n  }`
      return text.slice(0, property.start) + routes + text.slice(property.end)
    }
    return addImport(written(), `import { ${register} } from '${from}'`)
  })
}

/**
 * Adds the jobs that `xJobs()` returns.
 * @throws {Error} when the module lists its jobs in a form that cannot be extended
 */
export function addJobs(draft: Draft, module: string, { jobs, from }: { jobs: string; from: string }): void {
  draft.edit(moduleFile(draft, module), (text) => {
    const { end, property } = findProperty(text, 'jobs')
    const written = (): string => {
      if (!property) return `${text.slice(0, end)},\n  jobs: ${jobs}${text.slice(end)}`
      const value = text.slice(property.value.start, property.value.end)
      const before = /^\w+$/.test(value) ? `...${value}(deps)` : /^\(deps\) => \[([^\]]*)\]$/.exec(value)?.[1]
      if (before === undefined) throw new Error(`add ...${jobs}() to its jobs by hand`)
      const list = `jobs: (deps) => [${before.replace(/,\s*$/, '')}, ...${jobs}()]`
      return text.slice(0, property.start) + list + text.slice(property.end)
    }
    return addImport(written(), `import { ${jobs} } from '${from}'`)
  })
}
