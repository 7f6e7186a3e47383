import { example } from './example.ts'
import {
  createWatchList,
  importWatchPlates,
  listWatchPlates,
  searchWatchPlates,
  updateWatchList,
} from './watch-lists.ts'

export const watchListsExamples = [
  example(createWatchList, { body: { name: 'Banned from the yard', retentionDays: 90 } }),
  example(updateWatchList, { body: { retentionDays: 30 } }),
  example(listWatchPlates, { nothing: { status: 404, body: { code: 'NOT_FOUND' } } }),
  example(searchWatchPlates, { body: { plate: 'AB12 CDE' } }),
  example(importWatchPlates, { body: { plates: [{ plate: 'AB12 CDE', note: 'White van' }] } }),
]
