import { discardImport, listImports, type TreeImport } from '@winnow/contract'
import { useNavigate } from '@tanstack/react-router'
import { IconTrash } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toasts/toast-store.ts'

/** Lets the server forget a file that was not imported. Nothing else is lost: the file can be uploaded again. */
export function DiscardImport({ file: { id } }: { file: TreeImport }) {
  const { t } = useTranslation('transfers')
  const navigate = useNavigate()
  const discard = useOperation(discardImport, {
    invalidates: [listImports],
    onSuccess: () => {
      showToast({ type: 'success', message: t('discarded') })
      void navigate({ to: '/cams/clients/import/{-$id}', params: { id: undefined } })
    },
  })
  return (
    <Button
      leftSection={<IconTrash size={16} aria-hidden="true" />}
      title={t('discardHint')}
      loading={discard.isPending}
      onClick={() => discard.mutate({ params: { id } })}
    >
      {t('discard')}
    </Button>
  )
}
