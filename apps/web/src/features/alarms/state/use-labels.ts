import type { AlarmRow } from '@winnow/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useErrorText } from '../../../ui/error-text.ts'
import type { Label, Reason } from '../model/label-queue.ts'
import { labelToasts } from './label-toasts.ts'
import { onLabels } from './labelling.ts'
import { alarmQuery, putAlarm } from './use-alarm.ts'

/** A label as a word. */
export function useLabelWord(): (label: Label) => string {
  const { t } = useTranslation('alarms')
  return useCallback((label) => (label === null ? t('label.none') : t(label ? 'label.true' : 'label.false')), [t])
}

/** A label with its reason as words: "False: wind". */
export function useLabelWords(): (label: Label, reason: Reason) => string {
  const { t } = useTranslation('alarms')
  const word = useLabelWord()
  return useCallback(
    (label, reason) =>
      reason === null ? word(label) : t('label.because', { label: word(label), reason: t(`labelReason.${reason}`) }),
    [t, word],
  )
}

/** Handles the server's replies to labels: a reply replaces the displayed label, and toasts tell what became of it. */
export function useLabelOutcomes(openId: string | null, onShow: (id: string) => void): void {
  const { t } = useTranslation(['alarms', 'common'])
  const queries = useQueryClient()
  const errorText = useErrorText()
  const formats = useFormats()
  const word = useLabelWord()
  useEffect(() => {
    const nameOf = ({ viewName, receivedAt }: AlarmRow) =>
      t('picked.name', { camera: viewName, time: formats.time(new Date(receivedAt), formats.zone, { seconds: false }) })
    const toasts = labelToasts({ t, word, errorText, nameOf, onShow })
    const readAgain = (alarmId: string) => void queries.invalidateQueries({ queryKey: alarmQuery(alarmId).queryKey })
    return onLabels({
      stored(labels, alarm) {
        if (alarm) putAlarm(queries, alarm)
        else for (const { alarmId } of labels) readAgain(alarmId)
      },
      finished: (...told) => toasts.finished(...told),
      kept: (...told) => toasts.kept(...told),
      conflict(wanted) {
        readAgain(wanted.alarmId)
        toasts.conflict(wanted, openId)
      },
      refused: (_, error) => toasts.refused(error),
      stayed: (...told) => toasts.stayed(...told),
    })
  }, [queries, openId, onShow, t, errorText, formats, word])
}
