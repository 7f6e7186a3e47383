import { checkDetector, type Detector, getDetectors, removeDetector, setDetectorUse } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { showToast } from '../../ui/toasts/toast-store.ts'
import css from './detectors.module.css'

/** The actions on a detector. */
export function DetectorActions({ detector, busy }: { detector: Detector; busy: boolean }) {
  const { t } = useTranslation('detectors')
  const [removing, setRemoving] = useState(false)
  const { id, title: name, inUse } = detector
  const change = { invalidates: [getDetectors] } as const
  const use = useOperation(setDetectorUse, {
    ...change,
    onSuccess: () => void showToast({ type: 'success', message: t(inUse ? 'noLongerUsed' : 'nowUsed', { name }) }),
  })
  const check = useOperation(checkDetector, change)
  const remove = useOperation(removeDetector, {
    ...change,
    onSuccess: () => void showToast({ type: 'success', message: t('removed', { name }) }),
  })
  const common = { size: 'compact-sm', disabled: busy, ...(busy ? { title: t('wait') } : {}) } as const
  return (
    <span className={css['buttons']}>
      <Button
        {...common}
        look={inUse ? 'subtle' : 'primary'}
        aria-label={t(inUse ? 'stopNamed' : 'useNamed', { name })}
        loading={use.isPending}
        onClick={() => use.mutate({ params: { pack: id }, body: { inUse: !inUse } })}
      >
        {t(inUse ? 'stop' : 'use')}
      </Button>
      <Button
        {...common}
        look="subtle"
        aria-label={t('checkNamed', { name })}
        loading={check.isPending}
        onClick={() => check.mutate({ params: { pack: id } })}
      >
        {t('check')}
      </Button>
      <Button {...common} look="subtle" aria-label={t('removeNamed', { name })} onClick={() => setRemoving(true)}>
        {t('remove')}
      </Button>
      <ConfirmDialog
        opened={removing}
        title={t('removeTitle', { name })}
        confirm={t('remove')}
        danger
        onConfirm={() => remove.mutateAsync({ params: { pack: id } })}
        onClose={() => setRemoving(false)}
      >
        {inUse && <p>{t('removeInUse')}</p>}
        <p>{t('removeBody')}</p>
      </ConfirmDialog>
    </span>
  )
}
