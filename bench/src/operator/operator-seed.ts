import { join } from 'node:path'
import { openFileStore } from '@winnow/server/src/platform/media/file-store.ts'
import { renderScene, SCENE_KINDS } from '@winnow/testkit'
import { alarmSeed, COMPANY } from '../seed/alarm-seed.ts'
import { dataDirOf, type Seed } from '../seed/bench-database.ts'

/** Different alarms whose pictures are drawn. The others show the same files under addresses of their own, so no cache knows them. */
const DRAWN = 24
export const FRAMES = 3
const SIZE = { width: 704, height: 576 } as const
/** The newest alarms, which have pictures. Nobody steps further in a bench. */
const WITH_PICTURES = 30_000

/** The key of a drawn picture. */
const keyOf = (drawn: number, frame: number): string => `media/bench/${drawn}-${frame}.jpg`

/** SQL for the pictures of alarms, after `insert into frame`. `alarms` is SQL that gives their ids. */
export const framesOf = (alarms: string): string => `
  (alarm_id, position, company_id, signal_id, media_id, kind, original_type, original_bytes, original_key, display_key, judged, width, height)
  select a.id, f, '${COMPANY.company}', a.id, 'bench', 'still', 'image/jpeg', 60000, k.key, k.key, true, ${SIZE.width}, ${SIZE.height}
  from (${alarms}) a cross join generate_series(0, ${FRAMES - 1}) f
    cross join lateral (select 'media/bench/' || get_byte(uuid_send(a.id), 15) % ${DRAWN} || '-' || f || '.jpg' as key) k`

/** The alarms of {@link alarmSeed}, of which the newest have pictures in the media store. */
export function operatorSeed(alarms: number): Seed {
  const name = `operator-${alarms}`
  const ofAlarms = alarmSeed(alarms)
  const seed: Seed = {
    name,
    version: `${ofAlarms.version}.1`,
    async write(client, say, db) {
      await ofAlarms.write(client, say, db)
      // Alarms are spread over more days than companies keep them, and the running product would delete them.
      await client.query('update company set retention_days = 3650')
      await client.query(
        `insert into frame ${framesOf(`
        select id from alarm where company_id = '${COMPANY.company}' order by id desc limit ${WITH_PICTURES}`)}`,
      )
      await client.query('analyze frame')
      say('pictures of alarms')
      await drawPictures(join(dataDirOf(seed), 'media'))
      say('pictures drawn')
    },
  }
  return seed
}

async function drawPictures(root: string): Promise<void> {
  const store = await openFileStore({ root, minFreeBytes: 0 })
  try {
    for (let drawn = 0; drawn < DRAWN; drawn++) {
      const kind = SCENE_KINDS[drawn % SCENE_KINDS.length] ?? 'wind'
      const frames = await renderScene({ kind, seed: drawn, camera: drawn, frames: FRAMES, ...SIZE })
      for (const [index, { jpeg }] of frames.entries()) await store.put(keyOf(drawn, index), jpeg)
    }
  } finally {
    store.close()
  }
}
