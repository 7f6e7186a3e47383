import { IconCamera, IconMoonStars } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { may } from '../../lib/permissions/permissions.ts'
import { useAppConfig } from '../../lib/query/use-app-config.ts'
import { useUser } from '../../lib/session/session.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import css from './home.module.css'
import type { Home } from './use-home.ts'

/** Shown when the window has no alarms: either there is no camera yet, or it is a quiet night. */
export function EmptyHome({ since: from, account }: { since: string; account: Home['account'] }) {
  const { t } = useTranslation('home')
  const formats = useFormats()
  const user = useUser()
  const config = useAppConfig()
  const noCameras = account.views === 0
  const mayCreate = may(user, 'project.create')
  const since = new Date(from)
  return (
    <div className={css['panel']}>
      <EmptyState
        icon={noCameras ? <IconCamera size={32} stroke={1.5} /> : <IconMoonStars size={32} stroke={1.5} />}
        title={t('empty.title')}
        action={
          noCameras &&
          mayCreate && (
            <LinkButton look="primary" to="/cams/clients" search={{ add: 'project' }}>
              {t('empty.createClient')}
            </LinkButton>
          )
        }
      >
        {noCameras
          ? t(mayCreate ? 'empty.noCameras' : 'empty.seesNothing')
          : config?.demo
            ? t('empty.demo')
            : t('empty.quiet', {
                since: `${formats.dateTime(since, undefined, { seconds: false })} ${formats.zoneName(since)}`,
              })}
      </EmptyState>
    </div>
  )
}
