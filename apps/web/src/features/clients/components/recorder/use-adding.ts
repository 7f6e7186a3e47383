import { addRecorderCameras, type DeviceFailure } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin } from '../../../../lib/query/use-operation.ts'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { showToast } from '../../../../ui/toasts/toast-store.ts'
import { trackJob } from '../../../jobs/index.ts'
import type { FoundRecorder } from './use-recorder-look.ts'

interface AddingOptions {
  siteId: string
  found: FoundRecorder
  /** Called when the job was started, or there is nothing to add any more. */
  onDone: () => void
}

/** The chosen channels of a recorder, at first all that the site does not have, and adding them as a background job. */
export function useAdding({ siteId, found: { login, reply }, onDone }: AddingOptions) {
  const { t } = useTranslation('clients')
  const [failure, setFailure] = useState<DeviceFailure | null>(null)
  const fresh = reply.channels.filter(({ viewId }) => viewId === null).map(({ channel }) => channel)
  const form = useSchemaForm<{ channels: string[] }, typeof addRecorderCameras>({
    initial: { channels: fresh },
    operation: addRecorderCameras,
    isGuarded: false,
    toBody: ({ channels }) => ({ ...login, channels }),
    submit: async (body) => {
      setFailure(null)
      const { failure: refused, job } = await callAcrossLogin(addRecorderCameras, { params: { id: siteId }, body })
      if (refused) {
        setFailure(refused)
        return
      }
      if (job) trackJob(job)
      else showToast({ type: 'success', message: t('recorder.nothingNew') })
      onDone()
    },
  })
  const chosen: ReadonlySet<string> = new Set(form.values.channels)
  return {
    form,
    failure,
    /** How many channels the site does not have. */
    freshCount: fresh.length,
    chosen,
    /** Chooses these channels, or leaves them out. */
    choose: (channels: readonly string[], isChosen: boolean) => {
      const changed = new Set(channels)
      form.set(
        'channels',
        fresh.filter((channel) => (changed.has(channel) ? isChosen : chosen.has(channel))),
      )
    },
  }
}
