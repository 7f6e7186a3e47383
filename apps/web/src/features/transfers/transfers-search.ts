import { IMPORT_OUTCOMES } from '@winnow/contract'
import { z } from 'zod'

/** The query parameters of the import page: the outcome of the lines that are shown. Without it, all lines are shown. */
export const transfersSearch = z.object({ show: z.enum(IMPORT_OUTCOMES).optional().catch(undefined) })
