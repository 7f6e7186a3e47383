import { IconPlus, IconSitemap, IconUpload } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../../../../lib/permissions/permissions.ts'
import { Button } from '../../../../ui/button.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { LinkButton } from '../../../../ui/link-button.tsx'
import type { Selection } from '../../model/selection.ts'
import { CameraList } from '../cameras/camera-list.tsx'
import { FirstSteps } from './first-steps.tsx'
import css from './pane.module.css'

/** Shown while no node is open. Guides a new user if there is no client yet; otherwise asks to choose a node in the tree. */
export function NonePane({ isEmpty, go }: { isEmpty: boolean; go: (to: Selection) => void }) {
  const { t } = useTranslation('clients')
  const mayCreate = useMay('project.create')
  const add = mayCreate && (
    <Button
      look="primary"
      leftSection={<IconPlus size={16} aria-hidden="true" />}
      onClick={() => go({ pane: 'add-project' })}
    >
      {t('client.add')}
    </Button>
  )
  if (!isEmpty)
    return (
      <section className={css['allCameras']} aria-label={t('cameras.title')}>
        <div className={css['sectionHead']}>
          <h2 className={css['sectionTitle']}>{t('cameras.title')}</h2>
          {add && <div className={css['sectionActions']}>{add}</div>}
        </div>
        <CameraList place={{}} onOpen={({ id }) => go({ pane: 'view', id })} />
      </section>
    )
  const titleOfEmpty = mayCreate ? 'none.emptyTitle' : 'none.emptyReadOnlyTitle'
  return (
    <div className={css['center']}>
      <EmptyState
        icon={<IconSitemap size={32} stroke={1.5} />}
        title={t(titleOfEmpty)}
        action={
          mayCreate && (
            <div className={css['starts']}>
              {add}
              <LinkButton
                to="/cams/clients/import/{-$id}"
                params={{}}
                leftSection={<IconUpload size={16} aria-hidden="true" />}
              >
                {t('tree.import')}
              </LinkButton>
            </div>
          )
        }
      >
        <p>{t(mayCreate ? 'none.emptyBody' : 'none.emptyReadOnly')}</p>
        {mayCreate && <FirstSteps at="client" />}
      </EmptyState>
    </div>
  )
}
