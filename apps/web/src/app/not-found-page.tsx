import { getCountry } from '@winnow/contract'
import { IconMapOff } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/create-store.ts'
import { useOperationQuery } from '../lib/query/use-operation.ts'
import { sessionStore } from '../lib/session/session-store.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { useDocumentTitle } from '../ui/use-document-title.ts'
import { landingOf } from './landing.ts'
import { Shell } from './shell/shell.tsx'
import { landOf, NotFoundPicture } from './not-found-picture.tsx'
import css from './screen.module.css'

/** The page for unknown addresses. Logged-in users keep the menu. */
export function NotFoundPage() {
  const loggedIn = useStore(sessionStore, (session) => session.user !== null)
  if (loggedIn) return <Shell page={<NotFound />} />
  return (
    <main className={css['screen']}>
      <NotFound />
    </main>
  )
}

/** Shown in place of a page that does not exist. */
export function NotFound() {
  const { t } = useTranslation('shell')
  const user = useStore(sessionStore, (session) => session.user)
  const { data } = useOperationQuery(getCountry, {}, { staleTime: Number.POSITIVE_INFINITY, quiet: true })
  useDocumentTitle(t('notFound.title'))
  return (
    <div className={css['notFound']}>
      <NotFoundPicture land={landOf(data?.countryCode)} />
      <EmptyState
        isPage
        icon={<IconMapOff size={40} stroke={1.5} />}
        title={t('notFound.title')}
        action={
          <LinkButton look="primary" to={user ? landingOf(user) : '/login'}>
            {user ? t('notFound.dashboard') : t('notFound.login')}
          </LinkButton>
        }
      >
        {t('notFound.body')}
      </EmptyState>
    </div>
  )
}
