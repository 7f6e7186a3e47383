import { useRouterState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/button.tsx'
import { DialogCancel } from '../../../../ui/dialog-cancel.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { FormActions } from '../../../../ui/form-actions.tsx'
import { FormEnd } from '../../../../ui/form/form-end.tsx'
import { Form } from '../../../../ui/form/form.tsx'
import { useUnsavedChanges } from '../../../../ui/unsaved-changes/use-unsaved-changes.ts'
import { TestResult } from '../device-tests/test-result.tsx'
import { ChannelList } from './channel-list.tsx'
import { RecorderLogin } from './recorder-login.tsx'
import css from './recorder.module.css'
import { useAdding } from './use-adding.ts'
import { type FoundRecorder, type RecorderLook, useRecorderLook } from './use-recorder-look.ts'

interface RecorderDialogProps {
  /** The site to which the cameras are added; undefined while the dialog is closed. */
  site: { id: string; name: string } | undefined
  onClose: () => void
}

/** Asks a recorder which cameras it has, and adds the chosen ones to a site. */
export function RecorderDialog({ site, onClose }: RecorderDialogProps) {
  const { t } = useTranslation('clients')
  const [last, setLast] = useState(site)
  if (site && site !== last) setLast(site)
  // The title must not change during the closing animation.
  const name = (site ?? last)?.name ?? ''
  return (
    <Dialog opened={site !== undefined} onClose={onClose} size="lg" title={t('recorder.title', { name })}>
      {site && <Steps key={site.id} siteId={site.id} onDone={onClose} />}
    </Dialog>
  )
}

/** First the login of the recorder, then its channels. */
function Steps({ siteId, onDone }: { siteId: string; onDone: () => void }) {
  const look = useRecorderLook(siteId)
  useUnsavedChanges(look.isDirty)
  useOnLeft(onDone)
  const { found } = look
  if (!found || found.reply.failure) return <LoginStep look={look} />
  return <ChannelStep siteId={siteId} found={found} onBack={look.back} onDone={onDone} />
}

/** Tells when a link to a camera has led to another page. The dialog belongs to the screen, which stays the same. */
function useOnLeft(onLeft: () => void): void {
  const here = useRouterState({ select: ({ location }) => location.href })
  const [from] = useState(here)
  const tell = useEffectEvent(onLeft)
  useEffect(() => {
    if (here !== from) tell()
  }, [here, from])
}

function LoginStep({ look: { form, found, stop } }: { look: RecorderLook }) {
  const { t } = useTranslation('clients')
  const failure = found?.reply.failure
  return (
    <Form form={form}>
      <RecorderLogin form={form} />
      {failure && <TestResult reply={{ success: false, failure }} success="" />}
      <p role="status" className={css['asking']}>
        {form.isPending && t('recorder.asking')}
      </p>
      <FormEnd
        form={form}
        submit={t('recorder.look')}
        start={form.isPending && <Button onClick={stop}>{t('recorder.stop')}</Button>}
      />
    </Form>
  )
}

interface ChannelStepProps {
  siteId: string
  found: FoundRecorder
  onBack: () => void
  onDone: () => void
}

function ChannelStep({ siteId, found, onBack, onDone }: ChannelStepProps) {
  const { t } = useTranslation('clients')
  const { form, failure, freshCount, chosen, choose } = useAdding({ siteId, found, onDone })
  useUnsavedChanges(false, form.isPending)
  const { channels } = found.reply
  const count = chosen.size
  const back = (
    <Button disabled={form.isPending} onClick={onBack}>
      {t('recorder.back')}
    </Button>
  )
  return (
    <div className={css['step']}>
      <RecorderName found={found} />
      {freshCount === 0 && (
        <p role="status" className={css['nothing']}>
          {t(channels.length === 0 ? 'recorder.nothing' : 'recorder.nothingNew')}
        </p>
      )}
      {channels.length > 0 && (
        <ChannelList channels={channels} freshCount={freshCount} chosen={chosen} onChoose={choose} />
      )}
      {freshCount === 0 ? (
        <FormActions start={back}>
          <DialogCancel isDone />
        </FormActions>
      ) : (
        // The list stands outside, so that Enter in its search adds nothing.
        <Form form={form}>
          {failure && <TestResult reply={{ success: false, failure }} success="" />}
          <FormEnd
            form={form}
            submit={count === 0 ? t('recorder.addNone') : t('recorder.add', { count, n: count })}
            disabled={count === 0}
            start={back}
          />
        </Form>
      )}
    </div>
  )
}

/** The recorder by its own name and model. It has the focus first, from where the keyboard goes on to its channels. */
function RecorderName({ found: { login, reply } }: { found: FoundRecorder }) {
  const { t } = useTranslation('clients')
  const element = useRef<HTMLHeadingElement>(null)
  useEffect(() => element.current?.focus(), [])
  const { name, model } = reply.recorder ?? { name: null, model: null }
  return (
    <div>
      <h3 ref={element} tabIndex={-1} className={css['recorder']}>
        {name || login.host}
      </h3>
      <p className={css['facts']}>
        {[model, t('recorder.found', { count: reply.channels.length, n: reply.channels.length })]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  )
}
