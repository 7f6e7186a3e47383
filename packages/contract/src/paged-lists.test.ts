import { z } from 'zod'
import { describe, expect, it } from 'vitest'
import { operations, type Operation } from './index.ts'
import { pageNumber, pageNumberFromZero, paged } from './values.ts'

/** The fields of a schema, if it is an object. */
const fieldsOf = (schema: Operation['query']): Readonly<Record<string, unknown>> =>
  schema instanceof z.ZodObject ? schema.shape : {}

const lists = operations.filter(({ query, reply }) => 'page' in fieldsOf(query) || 'countIsExact' in fieldsOf(reply))
// `alarms.count` returns a count and no list.
const paging = lists.filter(({ id }) => id !== 'alarms.count')

describe('an operation that lists in pages', () => {
  it('is found among all operations', () => {
    expect(paging.length).toBeGreaterThan(9)
  })

  it.each(paging.map((operation) => [operation.id, operation] as const))(
    'has the common query and reply: %s · API-005',
    (_id, list) => {
      const page = list.id === 'schedules.listTemplates' ? pageNumberFromZero : pageNumber
      expect(fieldsOf(list.query)['page'], 'use pageQuery() of values.ts').toBe(page)
      expect(Object.keys(fieldsOf(list.query)), 'use pageQuery() of values.ts').toContain('limit')
      expect(Object.keys(fieldsOf(list.reply)), 'use paged() of values.ts').toEqual(
        expect.arrayContaining(Object.keys(paged(z.string()).shape)),
      )
    },
  )
})
