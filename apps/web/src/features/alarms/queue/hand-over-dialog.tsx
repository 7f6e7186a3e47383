import { Select, Textarea } from '@mantine/core'
import { getReviewState, HAND_OVER_NOTE_MAX, handOverReview, type ReviewState } from '@winnow/contract'
import { useTranslation } from 'react-i18next'
import { useOperation } from '../../../lib/query/use-operation.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Form } from '../../../ui/form/form.tsx'
import { FormEnd } from '../../../ui/form/form-end.tsx'
import { useSchemaForm } from '../../../ui/form/use-schema-form.ts'

interface HandOverProps {
  alarmId: string
  tab: string
  people: ReviewState['people']
  onGiven: () => void
  onClose: () => void
}

const QUEUE = ''

/** The form of a hand-over: to whom, and why. */
function HandOverForm({ alarmId, tab, people, onGiven, onClose }: HandOverProps) {
  const { t } = useTranslation('review')
  const give = useOperation(handOverReview, { inlineErrors: true, invalidates: [getReviewState] })
  const form = useSchemaForm<{ to: string; note: string }, typeof handOverReview>({
    initial: { to: QUEUE, note: '' },
    operation: handOverReview,
    toBody: ({ to, note }) => ({
      tab,
      alarm: alarmId,
      to: to === QUEUE ? null : to,
      ...(note.trim() === '' ? {} : { note }),
    }),
    submit: async (body) => {
      await give.mutateAsync({ body })
      onClose()
      onGiven()
    },
  })
  return (
    <Form form={form}>
      <Select
        label={t('handOver.to')}
        description={people.some(({ mayTake }) => mayTake) ? t('handOver.toHint') : t('handOver.nobody')}
        data={[
          { value: QUEUE, label: t('handOver.queue') },
          ...people.filter(({ mayTake }) => mayTake).map(({ userId, name }) => ({ value: userId, label: name })),
        ]}
        allowDeselect={false}
        {...form.field('to')}
        onChange={(value) => form.set('to', value ?? QUEUE)}
      />
      <Textarea label={t('handOver.note')} maxLength={HAND_OVER_NOTE_MAX} rows={3} {...form.field('note')} />
      <FormEnd form={form} submit={t('handOver.give')} />
    </Form>
  )
}

/** Gives the alarm to a colleague, or back to the queue. */
export function HandOverDialog({ opened, ...props }: HandOverProps & { opened: boolean }) {
  const { t } = useTranslation('review')
  return (
    <Dialog opened={opened} onClose={props.onClose} title={t('handOver.title')}>
      {opened && <HandOverForm {...props} />}
    </Dialog>
  )
}
