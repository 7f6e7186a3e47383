import { example, SOME_ID } from './example.ts'
import { describeLabelledExport, exportLabelled } from './labelled-export.ts'

export const labelledExportExamples = [
  example(describeLabelledExport, {
    body: { sites: [SOME_ID] },
    nothing: { status: 200, body: { true: 0, false: 0, pictures: 0 } },
  }),
  example(exportLabelled, {
    body: { sites: [SOME_ID] },
    nothing: { status: 404, body: { code: 'NOT_FOUND' } },
  }),
]
