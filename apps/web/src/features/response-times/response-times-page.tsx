import { SegmentedControl } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { listControl } from '../../ui/list-screen/list-address.ts'
import { PageLayout } from '../../ui/page-layout.tsx'
import { BreachList } from './breach-list.tsx'
import { FigureList } from './figure-list.tsx'
import type { Goal } from './goal.ts'
import { GoalForm } from './goal-form.tsx'
import css from './response-times.module.css'
import { LISTS } from './response-times-search.ts'
import { TimesFigures } from './times-figures.tsx'

/** How long alarms took until their receivers acknowledged them, and which took too long. */
export function ResponseTimesPage() {
  const { t } = useTranslation('responseTimes')
  const search = useSearch({ from: '/cams/response-times' })
  const navigate = useNavigate({ from: '/cams/response-times' })
  const [goal, setGoal] = useState<Goal>()
  const { list: shown = 'day', since, till, site, receiver } = search
  const list = listControl(search, (next) => void navigate({ search: next, replace: true }), [
    'list',
    'site',
    'receiver',
  ])
  const asked = { since, till, siteId: site, receiverId: receiver }
  return (
    <PageLayout
      title={t('title')}
      variant="wide"
      actions={
        (site !== undefined || receiver !== undefined) && (
          <LinkButton to="/cams/response-times" look="subtle">
            {t('whole')}
          </LinkButton>
        )
      }
    >
      <p className={css['note']}>{t('note')}</p>
      <div className={css['tools']}>
        {(['since', 'till'] as const).map((key) => (
          <DateField
            key={key}
            label={t(`filter.${key}`)}
            value={search[key] ?? ''}
            onChange={(day) => list.set({ [key]: day })}
          />
        ))}
        <SegmentedControl
          aria-label={t('lists.label')}
          data={LISTS.map((value) => ({ value, label: t(`lists.${value}`) }))}
          value={shown}
          onChange={(value) => list.set({ list: LISTS.find((each) => each === value) })}
        />
      </div>
      <TimesFigures asked={asked} />
      {shown === 'ended' || shown === 'waiting' ? (
        <BreachList key={shown} which={shown} asked={asked} list={list} />
      ) : (
        <FigureList key={shown} by={shown} asked={asked} list={list} onGoal={setGoal} />
      )}
      <Dialog
        opened={goal !== undefined}
        onClose={() => setGoal(undefined)}
        title={t('goal.title', { name: goal?.siteName ?? '' })}
      >
        {goal && <GoalForm goal={goal} onSaved={() => setGoal(undefined)} />}
      </Dialog>
    </PageLayout>
  )
}
