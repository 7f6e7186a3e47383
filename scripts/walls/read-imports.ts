import { parseSync, Visitor } from 'oxc-parser'

/** One place in a file that names another file or a package, for its values or for its types alone. */
export interface Import {
  /** The specifier as written: `../ui/button.tsx`, `@winnow/domain`. */
  specifier: string
  /** Line number, starting at 1. */
  line: number
}

/**
 * What a file imports: by `import` and `export … from`, for values, types or nothing at all, and by `import(…)` as an expression or a type.
 * Paths computed at run time are not found.
 * @param name a file name; its extension determines the syntax
 * @throws {SyntaxError} when the text is no TypeScript
 */
export function readImports(name: string, text: string): Import[] {
  const { program, module, errors } = parseSync(name, text)
  const [error] = errors
  if (error !== undefined) throw new SyntaxError(`${name}: ${error.message}`)
  const found = new Map<number, string>()
  for (const { moduleRequest } of module.staticImports) found.set(moduleRequest.start, moduleRequest.value)
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) found.set(moduleRequest.start, moduleRequest.value)
  if (text.includes('import('))
    new Visitor({
      ImportExpression({ source }) {
        if (source.type === 'Literal' && typeof source.value === 'string') found.set(source.start, source.value)
      },
      TSImportType({ source }) {
        found.set(source.start, source.value)
      },
    }).visit(program)
  return [...found]
    .toSorted(([a], [b]) => a - b)
    .map(([offset, specifier]) => ({ specifier, line: text.slice(0, offset).split('\n').length }))
}
