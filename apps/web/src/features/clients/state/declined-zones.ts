import { z } from 'zod'
import { createStoredStore } from '../../../lib/stored.ts'

/** The suggested time zones to which the user has answered No. */
export const declinedZonesStore = createStoredStore('winnow.declined-zones', z.array(z.string()), [])
