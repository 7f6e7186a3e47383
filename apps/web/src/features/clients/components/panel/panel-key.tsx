import { getSitePanel, type Panel, removeSitePanel, setSitePanel } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { ConfirmDialog } from '../../../../ui/confirm-dialog.tsx'
import css from '../panes/pane.module.css'
import { Section } from '../panes/section.tsx'
import { SecretDialog } from '../secret-dialog.tsx'

const CHANGED = { invalidates: [getSitePanel] }

/** Renews the key of a panel, and removes the panel. */
export function PanelKey({ siteId, panel }: { siteId: string; panel: Panel }) {
  const { t } = useTranslation('clients')
  const [asking, setAsking] = useState<'renew' | 'remove'>()
  const [key, setKey] = useState<string | null>(null)
  const change = useOperation(setSitePanel, { ...CHANGED, onSuccess: (reply) => setKey(reply.key) })
  const remove = useOperation(removeSitePanel, CHANGED)
  const params = { id: siteId }
  const { account, encryption, arms, area } = panel
  const renew = () => change.mutateAsync({ params, body: { account, encryption, arms, area, newKey: true } })
  return (
    <Section title={t('panel.keyAndPanel')}>
      <div className={css['actions']}>
        {encryption !== 'none' && <Button onClick={() => setAsking('renew')}>{t('panel.newKey')}</Button>}
        <Button look="danger" onClick={() => setAsking('remove')}>
          {t('panel.remove')}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking !== undefined}
        title={t(asking === 'remove' ? 'panel.removeTitle' : 'panel.renewTitle')}
        confirm={t(asking === 'remove' ? 'panel.remove' : 'panel.renew')}
        danger={asking === 'remove'}
        onConfirm={() => (asking === 'remove' ? remove.mutateAsync({ params }) : renew())}
        onClose={() => setAsking(undefined)}
      >
        {t(asking === 'remove' ? 'panel.removeBody' : 'panel.renewBody')}
      </ConfirmDialog>
      <SecretDialog title={t('panel.keyTitle')} label={t('panel.key')} secret={key} onClose={() => setKey(null)}>
        {t('panel.keyBody')}
      </SecretDialog>
    </Section>
  )
}
