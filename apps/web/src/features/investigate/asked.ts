import { type BodyInput, OBJECT_CLASSES, type searchObjects } from '@winnow/contract'
import { type InvestigateSearch, WINDOWS } from './investigate-search.ts'

const HOUR_MS = 3_600_000

export type Asked = BodyInput<typeof searchObjects>

export const listOf = (text: string | undefined): string[] => (text === undefined ? [] : text.split(','))

export interface Area {
  x: number
  y: number
  width: number
  height: number
}

export function areaOf(text: string | undefined): Area | undefined {
  const [x, y, width, height] = listOf(text).map(Number)
  if (x === undefined || y === undefined || !width || !height) return undefined
  return { x, y, width, height }
}

/** Whether two colours can be searched: people have them, and vehicles one. */
export const hasColours = ({ object }: InvestigateSearch): boolean =>
  object === undefined || listOf(object).some((name) => name === 'person' || name === 'vehicle')

/** The request for a search. @param now the end of relative windows, in milliseconds */
export function askedOf(search: InvestigateSearch, now: number): Asked {
  const isCustom = search.since !== undefined || search.till !== undefined
  const hours = WINDOWS[search.span ?? '24h']
  const till = search.till ?? new Date(now).toISOString()
  const classes = OBJECT_CLASSES.filter((name) => listOf(search.object).includes(name))
  const [cameras, sites, projects] = [listOf(search.camera), listOf(search.site), listOf(search.project)]
  // A part of the picture means something at a camera or site alone.
  const area = cameras.length + sites.length > 0 ? areaOf(search.area) : undefined
  return {
    from: isCustom ? (search.since ?? new Date(0).toISOString()) : new Date(now - hours * HOUR_MS).toISOString(),
    to: till,
    ...(classes.length > 0 && { classes }),
    ...(cameras.length > 0 && { cameras }),
    ...(sites.length > 0 && { sites }),
    ...(projects.length > 0 && { projects }),
    ...(search.upper && { upper: search.upper }),
    ...(search.lower && { lower: search.lower }),
    ...(area && { area }),
  }
}
