import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import css from './tree.module.css'

/** Where a client will be put into groups. They are not built yet, and it says so. */
export function GroupDialog({ client, onClose }: { client: string | undefined; onClose: () => void }) {
  const { t } = useTranslation(['clients', 'common'])
  return (
    <Dialog opened={client !== undefined} onClose={onClose} title={t('tree.assignGroup')}>
      <p className={css['group']}>{t('tree.groupsNotBuilt', { name: client ?? '' })}</p>
      <Button data-autofocus onClick={onClose}>
        {t('common:close')}
      </Button>
    </Dialog>
  )
}
