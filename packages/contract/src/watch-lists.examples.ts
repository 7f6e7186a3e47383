import { example } from './example.ts'
import { createWatchList, importWatchPlates, listWatchPlates, updateWatchList } from './watch-lists.ts'

export const watchListsExamples = [
  example(createWatchList, { body: { name: 'Banned from the yard', retentionDays: 90 } }),
  example(updateWatchList, { body: { retentionDays: 30 } }),
  example(listWatchPlates, { query: { plate: 'AB12 CDE' }, nothing: { status: 404, body: { code: 'NOT_FOUND' } } }),
  example(importWatchPlates, { body: { plates: [{ plate: 'AB12 CDE', note: 'White van' }] } }),
]
