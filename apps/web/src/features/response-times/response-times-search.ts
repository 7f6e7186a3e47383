import { z } from 'zod'
import { listAddress } from '../../ui/list-screen/list-address.ts'

/** The lists of the page: figures by day, site or receiver, and the single alarms. */
export const LISTS = ['day', 'site', 'receiver', 'ended', 'waiting'] as const

/** The parameters of the page of response times. Days are `2026-11-20`. */
export const responseTimesSearch = listAddress.omit({ search: true, sort: true }).extend({
  list: z.enum(LISTS).optional().catch(undefined),
  since: z.iso.date().optional().catch(undefined),
  till: z.iso.date().optional().catch(undefined),
  site: z.uuid().optional().catch(undefined),
  receiver: z.uuid().optional().catch(undefined),
})
export type ResponseTimesSearch = z.output<typeof responseTimesSearch>
