import { example, SOME_ID } from './example.ts'
import { addVideofied, deleteVideofied, updateVideofied } from './videofied.ts'

const panel = { siteId: SOME_ID, serial: 'E760491513080214' }

export const videofiedExamples = [
  example(addVideofied, { body: panel }),
  example(updateVideofied, { body: panel }),
  example(deleteVideofied, { query: { siteId: SOME_ID } }),
]
