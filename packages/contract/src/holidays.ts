import { z } from 'zod'
import { operation } from './operation.ts'

/** Kinds of holidays. A region's public holidays are those on which most people do not work. */
export const HOLIDAY_TYPES = ['public', 'bank', 'school', 'optional', 'observance'] as const

/** The id of a country, a state in it, or a region in that: `DE`, `DE-BY`, `DE-BY-A`. */
export const regionId = z
  .string()
  .regex(/^[A-Za-z]{2}(?:-[A-Za-z0-9]{1,10}){0,2}$/, { message: 'Give a region such as DE-BY' })
const region = z.object({ region: regionId })

export const holiday = z.object({
  regionId: z.string(),
  /** The date of the region, such as `2027-12-25`. A holiday of several days has a row for each. */
  date: z.iso.date(),
  /** The date for people, in English. */
  prettyDate: z.string(),
  name: z.string(),
  type: z.enum(HOLIDAY_TYPES),
  /** Whether it stands in for a holiday on a day off. */
  isSubstitute: z.boolean(),
})
export type Holiday = z.output<typeof holiday>

const common = { method: 'GET', tag: 'Schedules', scope: 'self', permission: 'node.read' } as const
const errors = ['NOT_FOUND'] as const

export const listHolidays = operation({
  ...common,
  id: 'schedules.holidays',
  path: '/holidays/:region',
  summary: 'Holidays of a region in a year, by default the current one',
  params: region,
  query: z.object({ year: z.coerce.number().int().min(2000).max(2099).optional() }),
  reply: z.array(holiday),
  errors,
})

export const listHolidaysOfThisYear = operation({
  ...common,
  id: 'schedules.holidaysThisYear',
  path: '/holidays/:region/currentyear',
  summary: 'Holidays of a region in the current year',
  params: region,
  reply: z.array(holiday),
  errors,
})

export const listHolidaysOfComingYear = operation({
  ...common,
  id: 'schedules.holidaysComingYear',
  path: '/holidays/:region/comingyear',
  summary: 'Holidays of a region in the coming year',
  params: region,
  reply: z.array(holiday),
  errors,
})

export const listHolidaysOfRegions = operation({
  ...common,
  id: 'schedules.holidaysOfRegions',
  path: '/holidays/regions/comingyear',
  summary: 'Holidays of several regions in the coming year',
  query: z.object({
    /** Ids of regions, separated by commas. */
    regionIds: z
      .string()
      .transform((text) => text.split(',').filter(Boolean))
      .pipe(z.array(regionId).min(1).max(20)),
  }),
  reply: z.array(holiday),
  errors,
})

export const listHolidayRegions = operation({
  ...common,
  id: 'schedules.holidayRegions',
  path: '/hdayregions',
  summary: 'Regions with holidays: countries, their states, and regions of these',
  reply: z.array(z.object({ id: z.string(), name: z.string(), label: z.string() })),
})
