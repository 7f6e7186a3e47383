import { sql } from 'kysely'
import { z } from 'zod'
import { defineBackgroundJob } from '../../platform/jobs/background-job.ts'

/** A kind of job that adds one to the channel of each camera, which shows how often it was processed. A camera named `Bad` throws. */
export const markCameras = defineBackgroundJob({
  name: 'test.mark',
  line: 'test',
  group: 'test.mark',
  category: 'view',
  params: z.object({ fail: z.boolean().default(false) }),
  batch: 20,
  async apply({ tx, job }, items) {
    const ids = items.flatMap(({ objectId }) => objectId ?? [])
    if (job.params.fail) {
      const bad = await sql`select from view where id = any(${ids}::uuid[]) and name = 'Bad'`.execute(tx)
      if (bad.rows.length > 0) throw new Error('cannot be done')
    }
    await sql`update view set channel = (coalesce(channel, '0')::int + 1)::text where id = any(${ids}::uuid[])`.execute(
      tx,
    )
    return []
  },
})
