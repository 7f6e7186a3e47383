import { SegmentedControl, Switch, TagsInput } from '@mantine/core'
import { createReceiver, type Receiver, type ReplyOf, updateReceiver } from '@winnow/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { checkEmail } from '../../../../lib/validation/check-email.ts'
import { useOperation } from '../../../../lib/query/use-operation.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { TextField } from '../../../../ui/text-field.tsx'
import {
  checkUrl,
  configErrorOf,
  createBody,
  draftOf,
  type ReceiverDraft,
  updateBody,
} from '../../model/receiver-draft.ts'
import { RequestError } from '../../../../lib/api/api-errors.ts'
import { FormError } from '../../../../ui/form-error.tsx'
import { isName } from '../../model/name-rules.ts'
import { NameField } from '../panes/name-field.tsx'
import css from '../panes/pane.module.css'
import { HeaderFields } from './header-fields.tsx'
import { FormActions } from '../../../../ui/form-actions.tsx'

type Reply = ReplyOf<typeof createReceiver>

interface ReceiverDialogProps {
  siteId: string
  /** The one to change, a new one, or none: closed. */
  receiver: Receiver | 'new' | undefined
  onClose: () => void
  onSaved: (reply: Reply) => Promise<void>
}

/** Adds or changes a receiver. */
export function ReceiverDialog({ siteId, receiver, onClose, onSaved }: ReceiverDialogProps) {
  const { t } = useTranslation('clients')
  const existing = typeof receiver === 'object' ? receiver : undefined
  return (
    <Dialog
      opened={receiver !== undefined}
      onClose={onClose}
      size="lg"
      title={existing ? t('receivers.editTitle', { name: existing.name }) : t('receivers.add')}
    >
      {receiver !== undefined && (
        <ReceiverForm siteId={siteId} existing={existing} onCancel={onClose} onSaved={onSaved} />
      )}
    </Dialog>
  )
}

interface ReceiverFormProps {
  siteId: string
  existing: Receiver | undefined
  onCancel: () => void
  onSaved: (reply: Reply) => Promise<void>
}

function ReceiverForm({ siteId, existing, onCancel, onSaved }: ReceiverFormProps) {
  const { t } = useTranslation(['clients', 'common'])
  const [draft, setDraft] = useState<ReceiverDraft>(() => draftOf(existing))
  const [tried, setTried] = useState(false)
  const set = (change: Partial<ReceiverDraft>) => setDraft((before) => ({ ...before, ...change }))
  const create = useOperation(createReceiver, { inlineErrors: true, onSuccess: onSaved })
  const update = useOperation(updateReceiver, { inlineErrors: true, onSuccess: onSaved })
  const { error, isPending } = existing ? update : create

  const urlProblem = checkUrl(draft.url)
  const urlText = (text: string) => {
    const problem = checkUrl(text)
    return problem && t(`receivers.url.${problem}`)
  }
  const badRecipient = draft.recipients.find((recipient) => checkEmail(recipient) !== undefined)
  const recipientRule = badRecipient === undefined ? undefined : checkEmail(badRecipient)
  const recipientProblem =
    draft.recipients.length === 0
      ? t('common:validation.fieldRequired')
      : recipientRule && `${badRecipient}: ${t(`common:validation.${recipientRule}`)}`
  const valid = isName(draft.name) && (draft.kind === 'webhook' ? !urlProblem : !recipientProblem)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!valid) return
    if (existing) update.mutate({ params: { id: existing.id }, body: updateBody(draft) })
    else create.mutate({ params: { id: siteId }, body: createBody(draft) })
  }
  const ruleText = () => {
    const rule = error instanceof RequestError ? configErrorOf(error.fields[0]?.message) : undefined
    return rule && t(`receivers.configError.${rule}`)
  }
  const refused = error instanceof RequestError && error.code === 'ADDRESS_REFUSED' ? error : undefined
  return (
    <form className={css['form']} onSubmit={submit} noValidate>
      {!existing && (
        <SegmentedControl
          aria-label={t('receivers.kind')}
          data={[
            { value: 'webhook', label: t('receivers.kinds.webhook') },
            { value: 'email', label: t('receivers.kinds.email') },
          ]}
          value={draft.kind}
          onChange={(value) => set({ kind: value === 'email' ? 'email' : 'webhook' })}
        />
      )}
      <NameField
        label={t('receivers.name')}
        value={draft.name}
        onChange={(name) => set({ name })}
        error={error}
        missing={tried}
        takesFocus
      />
      {draft.kind === 'webhook' ? (
        <>
          <TextField
            label={t('receivers.url.label')}
            placeholder="https://"
            value={draft.url}
            onChange={(url) => set({ url })}
            required
            validate={urlText}
            error={refused ? t('receivers.url.refused') : tried ? urlText(draft.url) : undefined}
          />
          <Switch
            label={t('receivers.embed')}
            description={t('receivers.embedHint')}
            checked={draft.embedPicture}
            onChange={(event) => set({ embedPicture: event.currentTarget.checked })}
          />
          <HeaderFields
            headers={draft.headers}
            areSet={existing?.secretsSet.some((secret) => secret.startsWith('header')) ?? false}
            onChange={(headers) => set({ headers })}
          />
          {existing && (
            <Switch
              label={t('receivers.rotate')}
              description={t('receivers.rotateHint')}
              checked={draft.newSecret}
              onChange={(event) => set({ newSecret: event.currentTarget.checked })}
            />
          )}
        </>
      ) : (
        <TagsInput
          size="xs"
          label={t('receivers.recipients')}
          description={t('receivers.recipientsHint')}
          value={draft.recipients}
          maxTags={50}
          splitChars={[',', ';', ' ', '\n']}
          acceptValueOnBlur
          required
          onChange={(recipients) => set({ recipients })}
          error={tried || draft.recipients.length > 0 ? recipientProblem : undefined}
        />
      )}
      <Switch
        label={t('receivers.active')}
        checked={draft.active}
        onChange={(event) => set({ active: event.currentTarget.checked })}
      />
      <FormError error={refused ? undefined : error} text={ruleText()} />
      <FormActions>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" loading={isPending}>
          {existing ? t('common:save') : t('receivers.add')}
        </Button>
      </FormActions>
    </form>
  )
}
