import { findExample } from '@winnow/contract/examples'
import type { ApiDocument } from './docs-page/open-api.ts'

/** Adds the examples of the contract to the operations of a document: to their bodies, and to the parameters they name. */
export function describeExamples(document: ApiDocument): void {
  for (const methods of Object.values(document.paths ?? {}))
    for (const described of Object.values(methods)) {
      const example = findExample({ id: described.operationId ?? '' })
      if (!example) continue
      const named: Readonly<Record<string, string>> = { ...example.params, ...example.query }
      for (const parameter of described.parameters ?? [])
        if (named[parameter.name] !== undefined) parameter.example = named[parameter.name]
      const json = described.requestBody?.content?.['application/json']
      if (json && example.body !== undefined) json.example = example.body
    }
}
