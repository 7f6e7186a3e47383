import { PREVIEW_ALARMS, type SensitivityPreview } from '@winnow/contract'
import type { Committee } from '@winnow/vision/learn'
import type { Tx } from '../../platform/db/transaction.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { inGrants } from '../access/index.ts'
import { compareVerdicts, type JudgedAlarm } from './compare-verdicts.ts'

/** The columns that say what an analysis found, as they are stored. */
interface Stored {
  verdict: string | null
  evidence: unknown
  model: unknown
}

interface StoredModel extends Partial<Committee> {
  adjustment?: { shift: number }
}

/** Older alarms may lack each of these parts. */
function storedOf({ verdict, evidence, model }: Stored): JudgedAlarm['stored'] {
  const { value, isWhole } = (evidence ?? {}) as { value?: number; isWhole?: boolean }
  const { packs, parameters, adjustment } = (model ?? {}) as StoredModel
  return {
    verdict: verdict as JudgedAlarm['stored']['verdict'],
    evidence: value === undefined ? null : { value, isWhole: isWhole === true },
    judgedBy:
      packs === undefined || parameters === undefined ? null : { packs, parameters, shift: adjustment?.shift ?? 0 },
  }
}

/** What the latest alarms of a camera would have become with another sensitivity. Alarms of tampering do not depend on it. */
export async function previewOf(
  tx: Tx,
  { grants }: Actor,
  { viewId, sensitivity }: { viewId: string; sensitivity: number },
): Promise<SensitivityPreview> {
  const { sensitivity: current } = await tx
    .selectFrom('view')
    .select('sensitivity')
    .where('id', '=', viewId)
    .executeTakeFirstOrThrow()
  const rows = await tx
    .selectFrom('alarm')
    .select(['id', 'received_at', 'ground_truth', 'verdict', 'evidence', 'model'])
    .where('view_id', '=', viewId)
    .where('verdict', 'is not', null)
    .where('event_type', '<>', 'tamper')
    .where('is_test', '=', false)
    // A camera that was moved here may have alarms of a place that the caller does not see.
    .where(inGrants(grants, 'alarm'))
    .orderBy('id', 'desc')
    .limit(PREVIEW_ALARMS)
    .execute()
  const alarms = rows.map((row) => ({
    id: row.id,
    receivedAt: row.received_at,
    groundTruth: row.ground_truth,
    stored: storedOf(row),
  }))
  return { current, ...compareVerdicts(alarms, sensitivity as Parameters<typeof compareVerdicts>[1]) }
}
