import { loadParameters } from '@winnow/vision/learn'
import { inSystem, type Db } from '../src/platform/db/transaction.ts'
import { createAlarm } from './factories.ts'

const { parameters, version } = loadParameters(['centernet'])
/** The models and parameters of the labelled alarms. */
export const JUDGED_BY = { packs: [{ id: 'centernet', version: '2' }], parameters: version }
const CLASSES = ['cycle', 'person', 'vehicle']
const DAY = 86_400_000

const logit = (share: number) => Math.log(share / (1 - share))

/** A value of evidence on the scale from the threshold of sensitivity 3 (0) to the strictest threshold (1). */
export function evidenceAt(way: number): number {
  const usual = logit(parameters.thresholds[2])
  return (usual + way * (logit(parameters.thresholds[0]) - usual) - parameters.bias) / parameters.slope
}

/** The place of a camera. */
export interface LabelledCamera {
  companyId: string
  projectId: string
  siteId: string
  viewId: string
}

/** What differs from an alarm that learning can use. `label` is null for an alarm without a label. */
interface Alike {
  model?: object
  isWhole?: boolean
  wantedClasses?: string[]
  isTest?: boolean
  label?: null
  verdict?: 'true' | 'false'
}

/**
 * Creates labelled alarms of a camera on ten days, with their evidence. The first one is the newest. Returns their ids.
 * @param way the evidence: see {@link evidenceAt}
 */
export async function createLabelled(
  db: Db,
  camera: LabelledCamera,
  count: number,
  isTrue: boolean,
  way: number,
  change: Alike = {},
): Promise<string[]> {
  const now = Date.now()
  const ids: string[] = []
  for (let index = 0; index < count; index += 1) {
    const receivedAt = new Date(now - (index % 10) * DAY - index * 1000)
    const verdict = change.verdict ?? (way >= 0 ? 'true' : 'false')
    ids.push(await createAlarm(db, camera, { receivedAt, verdict }))
  }
  const { isWhole = true, wantedClasses = CLASSES, model = JUDGED_BY, isTest = false } = change
  const truth = change.label === null ? null : isTrue
  await inSystem(db, async (tx) => {
    await tx
      .updateTable('alarm')
      .set({
        ground_truth: truth,
        cus_ground_truth: truth,
        is_test: isTest,
        model: JSON.stringify(model),
        evidence: JSON.stringify({ value: evidenceAt(way), isWhole, wantedClasses }),
      })
      .where('id', 'in', ids)
      .execute()
    if (truth !== null)
      await tx
        .insertInto('alarm_label')
        .values(
          ids.map((id) => ({
            company_id: camera.companyId,
            alarm_id: id,
            kind: 'operator',
            author_name: 'Ada',
            ground_truth: truth,
            at: new Date(now),
          })),
        )
        .execute()
  })
  return ids
}

/** Creates enough labels for a camera. Half of the false alarms are just above the usual threshold, and the true alarms far above it. */
export async function labelWell(db: Db, camera: LabelledCamera): Promise<void> {
  await createLabelled(db, camera, 50, true, 2)
  await createLabelled(db, camera, 30, false, -1)
  await createLabelled(db, camera, 30, false, 0.2)
}
