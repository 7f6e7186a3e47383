import {
  drawAlarms,
  getSampledAlarm,
  labelSampledAlarm,
  listRandomAlarms,
  listReviewed,
  type LabelReason,
  type SampledDetail,
} from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { newUuid } from '../../lib/new-uuid.ts'
import { operationKey, useOperation, useOperationQuery } from '../../lib/query/use-operation.ts'

/** The number of alarms that one press of a button draws. */
export const DRAW_COUNT = 20
/** The most rows of one list. Nobody has more alarms to label, since a supervisor can draw a hundred. */
const SHOWN_MAX = 200

/** Which of the sample's alarms are listed. */
export type Shown = 'unlabelled' | 'labelled'

/** The user's sample: the alarms to label or those that are labelled, and the companies from which can be drawn. */
export function useSample(shown: Shown) {
  const companies = useOperationQuery(listReviewed, {}, { quiet: true })
  const waiting = useOperationQuery(
    listRandomAlarms,
    { query: { label: 'unlabelled', limit: SHOWN_MAX }, body: {} },
    { quiet: true },
  )
  // One request has one label, and both are wanted.
  const all = useOperationQuery(
    listRandomAlarms,
    { query: { label: 'all', limit: SHOWN_MAX }, body: {} },
    { quiet: true, enabled: shown === 'labelled' },
  )
  const rows = shown === 'unlabelled' ? waiting.data?.rows : all.data?.rows.filter(({ label }) => label !== null)
  return { companies, waiting, list: shown === 'unlabelled' ? waiting : all, rows }
}

/** Draws alarms of a company. `short`: why the last draw gave fewer than asked for. */
export function useDraw(onDrawn: () => void) {
  const [last, setLast] = useState<{ companyId: string; short: 'no-alarms' | 'all-drawn' | 'too-many' | null }>()
  const draw = useOperation(drawAlarms, {
    invalidates: [listReviewed, listRandomAlarms],
    onSuccess: ({ drawn, short }, { body }) => {
      setLast({ companyId: body.companyId, short })
      if (drawn > 0) onDrawn()
    },
  })
  return {
    last,
    pending: draw.isPending ? draw.variables.body.companyId : undefined,
    draw: (companyId: string) => draw.mutate({ body: { companyId, count: DRAW_COUNT } }),
  }
}

/** The open alarm of the sample, with its label. */
export function useSampledAlarm(id: string | undefined) {
  const queries = useQueryClient()
  const query = useOperationQuery(
    getSampledAlarm,
    { params: { id: id ?? '' } },
    // A look is recorded, so the page does not look again by itself.
    { quiet: true, enabled: id !== undefined, staleTime: Number.POSITIVE_INFINITY },
  )
  const save = useOperation(labelSampledAlarm, {
    invalidates: [listReviewed, listRandomAlarms],
    onSuccess: (detail: SampledDetail) =>
      void queries.setQueryData(operationKey(getSampledAlarm, { params: { id: detail.id } }), detail),
  })
  const alarm = query.data?.id === id ? query.data : undefined
  return {
    query,
    alarm,
    isSaving: save.isPending,
    label(groundTruth: boolean, reason: LabelReason | null = null) {
      if (alarm === undefined || save.isPending) return
      save.mutate({ params: { id: alarm.id }, body: { groundTruth, reason, act: newUuid() } })
    },
  }
}
