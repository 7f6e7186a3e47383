import { addNote } from './alarm-notes.ts'
import { example } from './example.ts'

export const alarmNotesExamples = [example(addNote, { body: { content: 'The guard was called.' } })]
