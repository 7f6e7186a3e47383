import type { INTEGRATION_TYPES } from '@winnow/contract'

export type Integration = (typeof INTEGRATION_TYPES)[number]

/** The types that a camera can be given. The others are not built yet. */
export const OFFERED_TYPES = ['email', 'hikvision', 'immix', 'sentinel', 'rialto', 'exacq', 'api'] as const
export type OfferedType = (typeof OFFERED_TYPES)[number]
/** The types with which a camera can be added. One of Pelco is registered at a cloud then, so no other becomes one later. */
export type AddedType = OfferedType | 'pelco'
export const ADDED_TYPES: readonly AddedType[] = [...OFFERED_TYPES, 'pelco']

const NUMBERED: ReadonlySet<Integration> = new Set<Integration>(['immix', 'sentinel', 'rialto'])
/** Whether the mails of one sender are for several cameras, which it tells apart by numbers. */
export const isNumbered = (type: Integration): boolean => NUMBERED.has(type)

const SYSTEMS: ReadonlySet<Integration> = new Set<Integration>([...NUMBERED, 'exacq'])
/** Whether the alarms of a camera come from a system that mails them. */
export const isSystem = (type: Integration): boolean => SYSTEMS.has(type)

/** Names of makers and standards, which are the same in every language. The other integration types have translated texts. */
const NAMES: Readonly<Record<Exclude<Integration, 'email' | 'api'>, string>> = {
  videofied: 'Videofied',
  rialto: 'Rialto',
  hikvision: 'Hikvision',
  milestone: 'Milestone',
  sentinel: 'Sentinel',
  immix: 'Immix',
  exacq: 'Exacq',
  digitalwatchdog: 'Digital Watchdog',
  rtsp: 'RTSP',
  pelco: 'Pelco',
}

/**
 * Returns the name of an integration type.
 * @param nameOf returns the translated text of `email` or `api`
 */
export const integrationName = (type: Integration, nameOf: (type: 'email' | 'api') => string): string =>
  type === 'email' || type === 'api' ? nameOf(type) : NAMES[type]
