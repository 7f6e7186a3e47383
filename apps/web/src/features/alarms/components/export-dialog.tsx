import { describeLabelledExport, EXPORT_LIMITS, type ReplyOf } from '@winnow/contract'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonRows } from '../../../ui/skeleton.tsx'
import type { AlarmFilters } from '../model/alarm-filters.ts'
import { listRequest } from '../model/list-request.ts'
import { useExport } from '../state/use-export.ts'
import css from './export-dialog.module.css'
import { FormActions } from '../../../ui/form-actions.tsx'

interface ExportDialogProps {
  opened: boolean
  filters: AlarmFilters
  onClose: () => void
}

/** Exports the labelled alarms of the current filters as one file. Shows the size first. */
export function ExportDialog({ opened, filters, onClose }: ExportDialogProps) {
  const { t } = useTranslation('alarms')
  return (
    <Dialog opened={opened} onClose={onClose} title={t('export.title')}>
      {opened && <Content filters={filters} onClose={onClose} />}
    </Dialog>
  )
}

/** Mounted anew each time the dialog opens, so that "the last 24 hours" end now, both in the figures and in the file. */
function Content({ filters, onClose }: Pick<ExportDialogProps, 'filters' | 'onClose'>) {
  const { t } = useTranslation(['alarms', 'common'])
  const [now] = useState(() => new Date())
  const request = useMemo(() => {
    const { query, body } = listRequest(filters, now, 1)
    const { limit: _limit, ...wanted } = query
    return { query: wanted, body }
  }, [filters, now])
  const size = useOperationQuery(describeLabelledExport, request, { quiet: true, staleTime: Infinity })
  const { busy, received, start, stop } = useExport(onClose)
  const found = size.data
  const isFit = found !== undefined && found.true + found.false > 0 && !found.isTooMuch
  return (
    <>
      <p className={css['intro']}>{t('export.intro')}</p>
      {size.isPending ? (
        <SkeletonRows rows={3} />
      ) : size.isError ? (
        <ErrorState error={size.error} onRetry={() => void size.refetch()} />
      ) : (
        <Size size={size.data} />
      )}
      {busy && found && <Running received={received} bytes={found.bytes} />}
      {isFit && !busy && <p className={css['care']}>{t('export.care')}</p>}
      <FormActions>
        {busy ? (
          <Button onClick={stop}>{t('export.cancel')}</Button>
        ) : (
          <Button onClick={onClose}>{t('common:cancel')}</Button>
        )}
        <Button look="primary" disabled={!isFit} loading={busy} onClick={() => void start(request, now)}>
          {t('export.start')}
        </Button>
      </FormActions>
    </>
  )
}

function Size({ size }: { size: ReplyOf<typeof describeLabelledExport> }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  if (size.true + size.false === 0)
    return (
      <p className={css['none']} role="status">
        {t('export.none')} {t('export.noneHint')}
      </p>
    )
  return (
    <>
      <dl className={css['facts']}>
        <dt>{t('export.true')}</dt>
        <dd>{formats.number(size.true)}</dd>
        <dt>{t('export.false')}</dt>
        <dd>{formats.number(size.false)}</dd>
        <dt>{t('export.pictures')}</dt>
        <dd>{formats.number(size.pictures)}</dd>
        <dt>{t('export.size')}</dt>
        <dd>{formats.bytes(size.bytes)}</dd>
      </dl>
      {size.isTooMuch && (
        <p className={css['none']} role="alert">
          {t('export.tooMuch', {
            alarms: formats.number(EXPORT_LIMITS.alarms),
            size: formats.bytes(EXPORT_LIMITS.bytes),
          })}
        </p>
      )}
    </>
  )
}

function Running({ received, bytes: all }: { received: number; bytes: number }) {
  const { t } = useTranslation('alarms')
  const formats = useFormats()
  const text = t('export.running', { done: formats.bytes(received), size: formats.bytes(all) })
  return (
    <div className={css['running']}>
      <progress aria-label={t('export.title')} aria-valuetext={text} max={Math.max(1, all)} value={received} />
      <span>{text}</span>
    </div>
  )
}
