import { Select } from '@mantine/core'
import {
  type AlarmCamera,
  getAlarmCamera,
  previewSensitivity,
  type SensitivityPreview,
  updateView,
} from '@winnow/contract'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation, useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { FormActions } from '../../../ui/form-actions.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'
import css from './cure.module.css'

const STEPS = [1, 2, 3, 4, 5] as const
type Step = (typeof STEPS)[number]

/** What would change: the sums first, then each alarm. */
function Preview({ preview, zone }: { preview: SensitivityPreview; zone: string }) {
  const { t } = useTranslation(['cure', 'common'])
  const { alarms, judged, notJudged, filtered, passed, flips } = preview
  if (alarms === 0) return <p role="status">{t('sensitivity.noAlarms')}</p>
  return (
    <>
      <div role="status" className={css['sums']}>
        <p>{t('sensitivity.judged', { count: judged })}</p>
        <p data-bad={filtered.labelledTrue > 0 || undefined}>
          {t('sensitivity.filtered', { count: filtered.count })}
          {filtered.count > 0 &&
            ` ${t('sensitivity.labels', { true: filtered.labelledTrue, false: filtered.labelledFalse })}`}
        </p>
        <p>
          {t('sensitivity.passed', { count: passed.count })}
          {passed.count > 0 &&
            ` ${t('sensitivity.labels', { true: passed.labelledTrue, false: passed.labelledFalse })}`}
        </p>
        {filtered.labelledTrue > 0 && <p data-bad="">{t('sensitivity.lost', { count: filtered.labelledTrue })}</p>}
        {notJudged > 0 && <p className={css['faint']}>{t('sensitivity.notJudged', { count: notJudged })}</p>}
      </div>
      {flips.length > 0 && (
        // A scrolling element must be focusable, or it cannot be scrolled by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className={css['flips']} aria-label={t('sensitivity.flips')} tabIndex={0}>
          {flips.map(({ id, receivedAt, from, to, groundTruth }) => (
            <li key={id}>
              <Link to="/cams/alarms/{-$id}" params={{ id }} target="_blank">
                <TimeText at={receivedAt} zone={zone} seconds={false} />
              </Link>
              <span>
                {t(`common:verdict.${from}`)} → {t(`common:verdict.${to}`)}
              </span>
              {groundTruth !== null && (
                <span className={css['faint']}>
                  {t(groundTruth ? 'sensitivity.saidTrue' : 'sensitivity.saidFalse')}
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

interface SensitivityProps {
  camera: AlarmCamera
  /** Why the caller may not change it; undefined if they may. */
  refusal: string | undefined
  onClose: () => void
}

/** Sets the sensitivity, and offers to undo it. */
function useApply(
  { viewId: id, viewName: name, sensitivity: current }: AlarmCamera,
  chosen: Step,
  onApplied: () => void,
) {
  const { t } = useTranslation(['cure', 'common'])
  const undo = useOperation(updateView, { invalidates: [getAlarmCamera] })
  return useOperation(updateView, {
    invalidates: [getAlarmCamera, previewSensitivity],
    onSuccess: () => {
      showToast({
        id: 'sensitivity',
        type: 'success',
        message: t('sensitivity.done', { name, n: chosen }),
        actions: [
          {
            label: t('common:undo'),
            run: () =>
              undo.mutate({ params: { id }, body: { sensitivity: current, basedOn: { sensitivity: chosen } } }),
          },
        ],
      })
      onApplied()
    },
  })
}

function SensitivityBody({ camera, refusal, onClose }: SensitivityProps) {
  const { t } = useTranslation(['cure', 'clients', 'common'])
  const { viewId: id, sensitivity: current } = camera
  const [chosen, setChosen] = useState<Step>(() => STEPS.find((step) => step === Math.max(1, current - 1)) ?? 3)
  const preview = useOperationQuery(
    previewSensitivity,
    { params: { id }, body: { sensitivity: chosen } },
    { quiet: true, enabled: chosen !== current },
  )
  const apply = useApply(camera, chosen, onClose)
  return (
    <div className={css['body']}>
      <Select
        label={t('sensitivity.step')}
        data={STEPS.map((step) => ({
          value: String(step),
          label: `${t(`clients:camera.sensitivityStep.${step}.name`)}${step === current ? ` (${t('sensitivity.now')})` : ''}`,
        }))}
        value={String(chosen)}
        allowDeselect={false}
        onChange={(value) => setChosen(STEPS.find((step) => String(step) === value) ?? chosen)}
      />
      <p className={css['faint']}>{t('sensitivity.how')}</p>
      {chosen === current ? (
        <p role="status">{t('sensitivity.same')}</p>
      ) : preview.isError ? (
        <ErrorState compact error={preview.error} onRetry={() => void preview.refetch()} />
      ) : preview.data ? (
        <Preview preview={preview.data} zone={camera.timezone} />
      ) : (
        <SkeletonRows rows={3} />
      )}
      {refusal !== undefined && <p className={css['faint']}>{refusal}</p>}
      <FormActions>
        <Button onClick={onClose}>{t('common:close')}</Button>
        <Button
          look="primary"
          loading={apply.isPending}
          disabled={refusal !== undefined || chosen === current}
          onClick={() =>
            apply.mutate({ params: { id }, body: { sensitivity: chosen, basedOn: { sensitivity: current } } })
          }
        >
          {t('sensitivity.apply')}
        </Button>
      </FormActions>
    </div>
  )
}

/** Shows what the latest alarms would have become with another sensitivity, and applies it. */
export function SensitivityDialog({ opened, ...props }: SensitivityProps & { opened: boolean }) {
  const { t } = useTranslation('cure')
  return (
    <Dialog
      opened={opened}
      onClose={props.onClose}
      title={t('sensitivity.title', { name: props.camera.viewName })}
      size="lg"
    >
      {opened && <SensitivityBody {...props} />}
    </Dialog>
  )
}
