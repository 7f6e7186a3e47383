import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { listSiteAlarms, previewReceiver, type BodyInput, type TemplateProblem } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../../lib/formats/use-formats.ts'
import { useOperationQuery } from '../../../../lib/query/use-operation.ts'
import { previewOf, type ReceiverDraft } from '../../model/receiver-draft.ts'
import css from './receivers.module.css'

const TYPING_MS = 300
/** How many of the site's alarms are offered. */
const ALARMS = 20

interface TemplatePreviewProps {
  siteId: string
  draft: ReceiverDraft
  text: string
  onGoTo: (place: TemplateProblem) => void
}

/** The preview of the template as it is typed, with the alarms that it can be made of. */
function usePreview({ siteId, draft, text }: Omit<TemplatePreviewProps, 'onGoTo'>) {
  const alarms = useOperationQuery(
    listSiteAlarms,
    { params: { id: siteId }, query: { limit: ALARMS } },
    { quiet: true },
  )
  const rows = alarms.data?.rows ?? []
  const [chosen, choose] = useState<string>()
  const alarmId = chosen ?? rows[0]?.id ?? ''
  const body = previewOf(
    { ...draft, values: { ...draft.values, template: text } },
    alarmId === '' ? undefined : alarmId,
  )
  // Compared as text: the body is made anew each time.
  const [asked] = useDebouncedValue(body && JSON.stringify(body), TYPING_MS)
  const { data, isError, isPlaceholderData } = useOperationQuery(
    previewReceiver,
    {
      params: { id: siteId },
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it was written from such a body two lines above
      body: JSON.parse(asked ?? '{}') as BodyInput<typeof previewReceiver>,
    },
    { enabled: asked !== undefined && !alarms.isPending, keepPrevious: true, quiet: true },
  )
  return { rows, alarmId, choose, body, data, isError, isStale: isPlaceholderData }
}

/** What the template makes of one of the site's alarms, and what is wrong with it, while it is typed. */
export function TemplatePreview({ siteId, draft, text, onGoTo }: TemplatePreviewProps) {
  const { t } = useTranslation('clients')
  const formats = useFormats()
  const { rows, alarmId, choose, body, data, isError, isStale } = usePreview({ siteId, draft, text })
  return (
    <>
      <NativeSelect
        size="xs"
        label={t('receivers.template.previewWith')}
        value={alarmId}
        data={[
          ...rows.map((row) => ({
            value: row.id,
            label: `${formats.dateTime(new Date(row.receivedAt))} · ${row.viewName}`,
          })),
          { value: '', label: t('receivers.template.ofTest') },
        ]}
        onChange={({ currentTarget: { value } }) => choose(value)}
      />
      <div aria-live="polite">
        {body === undefined && <p className={css['hint']}>{t('receivers.template.none')}</p>}
        {body !== undefined && isError && <p className={css['problem']}>{t('receivers.template.failed')}</p>}
        {body !== undefined && data && data.problems.length > 0 && (
          <Problems problems={data.problems} onGoTo={onGoTo} />
        )}
      </div>
      {body !== undefined && data && data.text !== null && (
        <Message text={data.text} missing={data.missing} isStale={isStale} />
      )}
    </>
  )
}

/** The errors of a template. Each leads to its place. */
function Problems({
  problems,
  onGoTo,
}: {
  problems: readonly TemplateProblem[]
  onGoTo: TemplatePreviewProps['onGoTo']
}) {
  const { t } = useTranslation('clients')
  return (
    <ul className={css['places']}>
      {problems.map((problem) => (
        <li key={`${problem.line}:${problem.column}`}>
          <button type="button" onClick={() => onGoTo(problem)}>
            {t('receivers.template.at', {
              line: problem.line,
              column: problem.column,
              problem: t(`receivers.template.problem.${problem.code}`, { name: problem.name ?? '' }),
            })}
          </button>
        </li>
      ))}
    </ul>
  )
}

/** The message that would be sent, and which of its values the alarm does not have. */
function Message({ text, missing, isStale }: { text: string; missing: readonly string[]; isStale: boolean }) {
  const { t } = useTranslation('clients')
  return (
    <>
      <pre
        className={css['preview']}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling element must be focusable
        tabIndex={0}
        role="region"
        aria-label={t('receivers.template.preview')}
        data-stale={isStale || undefined}
      >
        {text}
      </pre>
      {missing.length > 0 && (
        <p className={css['hint']}>{t('receivers.template.missing', { names: missing.join(', ') })}</p>
      )}
    </>
  )
}
