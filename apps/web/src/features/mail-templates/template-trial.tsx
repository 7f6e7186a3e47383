import { useDebouncedValue } from '@mantine/hooks'
import { type BodyInput, type MailTemplateTrial, tryMailTemplate } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperationQuery } from '../../lib/query/use-operation.ts'
import css from './mail-templates.module.css'
import type { TemplateDraft } from './template-draft.ts'

const TYPING_MS = 300

/** What a template finds in the pasted mail, while both are typed. */
export function TemplateTrial({ draft }: { draft: TemplateDraft }) {
  const { t } = useTranslation('mailTemplates')
  const { subject, text, exampleSubject, exampleText } = draft
  const body: BodyInput<typeof tryMailTemplate> = { subject, text, exampleSubject, exampleText }
  const isReady = subject + text !== '' && exampleSubject + exampleText !== ''
  // Compared as text: the body is made anew each time.
  const [asked] = useDebouncedValue(JSON.stringify(body), TYPING_MS)
  const { data, isError, isPlaceholderData } = useOperationQuery(
    tryMailTemplate,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written from such a body a line above
    { body: JSON.parse(asked) as BodyInput<typeof tryMailTemplate> },
    { enabled: isReady, keepPrevious: true, quiet: true },
  )
  const isStale = isPlaceholderData || asked !== JSON.stringify(body)
  return (
    <section className={css['trial']} aria-label={t('trial.title')} data-stale={isStale || undefined}>
      <div aria-live="polite">
        {!isReady && <p>{t('trial.none')}</p>}
        {isReady && isError && <p className={css['problem']}>{t('trial.failed')}</p>}
        {isReady && data && <Result trial={data} text={text} />}
      </div>
    </section>
  )
}

/** A line of a template, as the server counts them: empty ones say nothing. */
function lineOf(text: string, line: number): string {
  const telling = text.split('\n').filter((each) => each.trim() !== '')
  return telling[line - 1]?.trim() ?? ''
}

function Result({ trial, text }: { trial: MailTemplateTrial; text: string }) {
  const { t } = useTranslation('mailTemplates')
  const { problems, found, missingLine } = trial
  if (problems.length > 0)
    return (
      <ul className={css['problem']}>
        {problems.map(({ code, field, line, column, name }) => (
          <li key={`${code} ${field} ${line}:${column}`}>
            {code === 'vague' || code === 'nothing'
              ? t(`problem.${code}`)
              : t(field === 'subject' ? 'trial.atSubject' : 'trial.at', {
                  line,
                  column,
                  problem: t(`problem.${code}`, { name: name ?? '' }),
                })}
          </li>
        ))}
      </ul>
    )
  if (found) return <Found found={found} camera={trial.camera} />
  if (missingLine === null) return null
  return (
    <p className={css['problem']}>
      {missingLine === 0 ? t('trial.noSubject') : t('trial.noLine')}{' '}
      {missingLine > 0 && <code>{lineOf(text, missingLine)}</code>}
    </p>
  )
}

function Found({
  found,
  camera,
}: { found: NonNullable<MailTemplateTrial['found']> } & Pick<MailTemplateTrial, 'camera'>) {
  const { t } = useTranslation(['mailTemplates', 'alarms'])
  const { site, event, eventType, time } = found
  const rows = [
    ['camera', found.camera],
    ['site', site],
    ['event', event === null ? null : `${event} · ${t(`alarms:event.${eventType}`)}`],
    ['time', time],
  ] as const
  return (
    <>
      <p className={css['works']}>{t('trial.fits')}</p>
      <dl>
        {rows.map(([name, value]) => (
          <div key={name} style={{ display: 'contents' }}>
            <dt>{t(`found.${name}`)}</dt>
            <dd>{value ?? t('found.none')}</dd>
          </div>
        ))}
      </dl>
      <p>
        {site === null && found.camera === null && t('place.own')}
        {site === null && found.camera !== null && t('place.site')}
        {site !== null &&
          (camera ? t('place.camera', { camera: camera.name, site: camera.siteName }) : t('place.none'))}
        {camera?.needsLogin && ` ${t('place.needsLogin')}`}
      </p>
    </>
  )
}
