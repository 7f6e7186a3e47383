import { openAlarmLink, type SharedAlarm } from '@winnow/contract'
import { Switch } from '@mantine/core'
import { IconAlertTriangle, IconChevronLeft, IconChevronRight, IconLinkOff } from '@tabler/icons-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestError } from '../../lib/api/api-errors.ts'
import { useStore } from '../../lib/create-store.ts'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { brandStore } from '../../theme/brands.ts'
import { Logo } from '../../theme/logo.tsx'
import { BothTimes } from '../../ui/both-times.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import css from './shared-alarm.module.css'
import { SharedPicture } from './shared-picture.tsx'
import { useToken } from './use-token.ts'

/** The pictures, one at a time. */
function Pictures({ alarm, token }: { alarm: SharedAlarm; token: string }) {
  const { t } = useTranslation('cure')
  const [index, setIndex] = useState(0)
  const [marked, setMarked] = useState(true)
  const count = alarm.frames.length
  const frame = alarm.frames[index]
  if (frame === undefined) return <p>{t('shared.noPictures')}</p>
  const go = (step: number) => setIndex((now) => Math.min(count - 1, Math.max(0, now + step)))
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === 'ArrowLeft') go(-1)
    if (key === 'ArrowRight') go(1)
  }
  const name = t('shared.picture', { n: index + 1, count })
  return (
    // The keys work wherever the focus is within the pictures; the buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div onKeyDown={onKeyDown}>
      <SharedPicture
        key={frame.position}
        token={token}
        frame={frame}
        found={marked ? alarm.detections.filter((each) => each.frame === frame.position) : []}
        alt={name}
      />
      <div className={css['bar']}>
        {count > 1 && (
          <span className={css['steps']}>
            <IconButton label={t('shared.previous')} disabled={index === 0} onClick={() => go(-1)}>
              <IconChevronLeft size={18} />
            </IconButton>
            <span aria-live="polite">{name}</span>
            <IconButton label={t('shared.next')} disabled={index === count - 1} onClick={() => go(1)}>
              <IconChevronRight size={18} />
            </IconButton>
          </span>
        )}
        {alarm.detections.length > 0 && (
          <Switch
            label={t('shared.boxes')}
            checked={marked}
            onChange={(event) => setMarked(event.currentTarget.checked)}
          />
        )}
      </div>
    </div>
  )
}

function Shown({ alarm, token }: { alarm: SharedAlarm; token: string }) {
  const { t } = useTranslation(['cure', 'alarms'])
  const formats = useFormats()
  const expires = new Date(alarm.expiresAt)
  const what = alarm.classes.map((name) => t(`alarms:class.${name}`)).join(', ')
  return (
    <article className={css['alarm']}>
      <header>
        <h1>{alarm.viewName}</h1>
        <p className={css['site']}>{alarm.siteName}</p>
        <p className={css['times']}>
          <BothTimes at={alarm.receivedAt} zone={alarm.timezone} first="site" />
        </p>
        {what !== '' && <p>{t('shared.seen', { what })}</p>}
      </header>
      <Pictures alarm={alarm} token={token} />
      <p className={css['end']}>
        {t('shared.until', {
          time: `${formats.dateTime(expires, undefined, { seconds: false })} ${formats.zoneName(expires)}`,
        })}
      </p>
    </article>
  )
}

function NotShown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const { t } = useTranslation(['cure', 'common'])
  const code = error instanceof RequestError ? error.code : undefined
  if (code === 'NOT_FOUND' || code === 'VALIDATION')
    return (
      <EmptyState isPage icon={<IconLinkOff size={40} stroke={1.5} />} title={t('shared.goneTitle')}>
        {t('shared.gone')}
      </EmptyState>
    )
  const why = code === 'RATE_LIMITED' ? 'busy' : 'failed'
  return (
    <EmptyState
      isPage
      icon={<IconAlertTriangle size={40} stroke={1.5} />}
      title={t(`shared.${why}Title`)}
      action={<Button onClick={onRetry}>{t('common:retry')}</Button>}
    >
      {t(`shared.${why}`)}
    </EmptyState>
  )
}

/** The page of a public link: one alarm, for people without a login. */
export function SharedAlarmPage() {
  const { t } = useTranslation('cure')
  const token = useToken()
  const brand = useStore(brandStore)
  // Asked once: each request counts as one opening of the link.
  const { data, error, refetch } = useOperationQuery(
    openAlarmLink,
    { body: { token } },
    { staleTime: Number.POSITIVE_INFINITY, quiet: true },
  )
  useDocumentTitle(data?.viewName ?? t('shared.title'))
  return (
    <main className={css['screen']}>
      <div className={css['brand']}>
        <Logo brand={brand} size={28} />
      </div>
      {data ? (
        <Shown key={token} alarm={data} token={token} />
      ) : error ? (
        <NotShown error={error} onRetry={() => void refetch()} />
      ) : (
        <p role="status" className={css['loading']}>
          {t('shared.loading')}
        </p>
      )}
    </main>
  )
}
