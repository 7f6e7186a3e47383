import { listDeliveries, listReceivers, resendDeliveries } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { trackJob } from '../../../jobs/index.ts'

interface ResendAllProps {
  receiverId: string
  state: 'sent' | 'given-up'
  search: string
  /** How many messages the filter has, or how many at least. */
  count: number
  countIsExact: boolean
}

/** Sends all messages again that the filter of the list shows, also those of its other pages. */
export function ResendAllButton({ receiverId, state, search, count, countIsExact }: ResendAllProps) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const resend = useOperation(resendDeliveries, {
    invalidates: [listDeliveries, listReceivers],
    onSuccess: (reply) => {
      if (reply.job) trackJob(reply.job)
      else showToast({ type: 'success', message: t('delivery.resent', { count: reply.count }) })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('delivery.resendAll')}</Button>
      <ConfirmDialog
        opened={isOpen}
        title={
          countIsExact
            ? t('delivery.resendTitle', { count })
            : t('delivery.resendManyTitle', { n: formats.number(count) })
        }
        confirm={t('delivery.resend')}
        onConfirm={() =>
          resend.mutateAsync({ params: { id: receiverId }, body: { state, ...(search === '' ? {} : { search }) } })
        }
        onClose={() => setOpen(false)}
      >
        {t(state === 'sent' ? 'delivery.resendSentBody' : 'delivery.resendBody')}
      </ConfirmDialog>
    </>
  )
}
