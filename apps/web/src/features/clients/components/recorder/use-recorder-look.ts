import { type BodyOf, type CalledMaker, lookAtRecorder, type ReplyOf } from '@winnow/contract'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { callAcrossLogin } from '../../../../lib/query/use-operation.ts'
import { isSame } from '../../../../ui/form/changes.ts'
import { useSchemaForm } from '../../../../ui/form/use-schema-form.ts'
import { type AddressDraft, type LoginDraft, portOf } from '../device-tests/address-fields.tsx'

export interface RecorderDraft extends AddressDraft, LoginDraft {
  maker: CalledMaker
  tls: boolean
}

/** What a recorder answered, and the login with which it was asked. */
export interface FoundRecorder {
  draft: RecorderDraft
  login: BodyOf<typeof lookAtRecorder>
  reply: ReplyOf<typeof lookAtRecorder>
}

const NEW_RECORDER: RecorderDraft = {
  maker: 'hikvision',
  host: '',
  port: 80,
  tls: false,
  username: '',
  password: '',
}

/**
 * The login of a recorder, and what the recorder answered to it. Calls the server directly: the cache of `useOperation` would keep the
 * password for some minutes after the dialog is closed.
 */
export function useRecorderLook(siteId: string) {
  const { t } = useTranslation('common')
  const [found, setFound] = useState<FoundRecorder>()
  const asking = useRef<AbortController>(undefined)
  const stop = () => asking.current?.abort()
  useEffect(() => () => asking.current?.abort(), [])
  const required = (text: string) => (text.trim() === '' ? t('validation.fieldRequired') : undefined)
  const form = useSchemaForm<RecorderDraft, typeof lookAtRecorder>({
    initial: NEW_RECORDER,
    operation: lookAtRecorder,
    // The dialog guards what was typed, also while it shows the channels.
    isGuarded: false,
    toBody: (draft) => ({ ...draft, port: portOf(draft) }),
    // An empty one is always wrong, and a recorder may lock a user after a few wrong logins.
    rules: ({ username, password }) => ({ username: required(username), password: required(password) }),
    submit: async (login, draft) => {
      setFound(undefined)
      const { signal } = (asking.current = new AbortController())
      try {
        const reply = await callAcrossLogin(lookAtRecorder, { params: { id: siteId }, body: login, signal })
        if (!signal.aborted) setFound({ draft, login, reply })
      } catch (error) {
        if (!signal.aborted) throw error
      }
    },
  })
  return {
    form,
    isDirty: !isSame(form.values, NEW_RECORDER),
    // What was found belongs to the recorder that was asked, not to another one that is typed now.
    found: found && isSame(found.draft, form.values) ? found : undefined,
    stop,
    /** Shows the login again. */
    back: () => setFound(undefined),
  }
}

export type RecorderLook = ReturnType<typeof useRecorderLook>
