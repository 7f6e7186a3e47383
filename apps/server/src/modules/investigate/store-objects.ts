import type { FoundObject } from '@winnow/vision'
import { sql } from 'kysely'
import type { Tx } from '../../platform/db/transaction.ts'

const columnsOf = (objects: readonly FoundObject[]) => ({
  frames: objects.map(({ frame }) => frame),
  offsets: objects.map(({ offsetMs }) => offsetMs ?? 0),
  classes: objects.map((one) => one.class),
  labels: objects.map(({ label }) => label),
  scores: objects.map(({ score }) => score),
  uppers: objects.map(({ upper }) => upper),
  lowers: objects.map(({ lower }) => lower),
  plates: objects.map(({ plate }) => plate?.text ?? null),
  sure: objects.map(({ plate }) => plate?.isSure ?? false),
  // PostgreSQL has no arrays of arrays of different lengths.
  places: objects.map((one) => JSON.stringify(placesOf(one))),
})

/** The boxes of an object as numbers, the best first. */
function placesOf({ box, places }: FoundObject): number[] {
  const others = places.filter((one) => one !== box && (one.x !== box.x || one.y !== box.y))
  return [box, ...others].flatMap(({ x, y, width, height }) => [x, y, width, height])
}

/**
 * Stores the objects of an alarm in place of those of an earlier analysis. The alarm's own row says where it happened.
 * @param objects `frame` is the position of a picture in the alarm
 */
export async function storeObjects(tx: Tx, alarmId: string, objects: readonly FoundObject[]): Promise<void> {
  const of = columnsOf(objects)
  await sql`
    insert into found_object (alarm_id, number, company_id, project_id, site_id, view_id, at, position, class, label, score, upper, lower,
      plate, is_plate_sure, places)
    select a.id, o.n - 1, a.company_id, a.project_id, a.site_id, a.view_id, a.received_at + o.ms * interval '1 millisecond', o.position,
      o.class, o.label, o.score, o.upper, o.lower, o.plate, o.sure,
      array(select value::real from jsonb_array_elements_text(o.places::jsonb) with ordinality e (value, i) order by i)
    from alarm a, unnest(${of.frames}::smallint[], ${of.offsets}::integer[], ${of.classes}::text[], ${of.labels}::text[],
      ${of.scores}::real[], ${of.uppers}::text[], ${of.lowers}::text[], ${of.plates}::text[], ${of.sure}::boolean[], ${of.places}::text[])
      with ordinality o (position, ms, class, label, score, upper, lower, plate, sure, places, n)
    where a.id = ${alarmId}
    on conflict (alarm_id, number) do update set at = excluded.at, position = excluded.position, class = excluded.class,
      label = excluded.label, score = excluded.score, upper = excluded.upper, lower = excluded.lower, plate = excluded.plate,
      is_plate_sure = excluded.is_plate_sure, places = excluded.places,
      -- The picture of another object must not stay. Its file has the same name, and is written anew.
      crop_key = null`.execute(tx)
  await sql`delete from found_object where alarm_id = ${alarmId} and number >= ${objects.length}`.execute(tx)
}
