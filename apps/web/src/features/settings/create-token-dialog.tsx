import { Select } from '@mantine/core'
import { createToken, listTokens, type ReplyOf, TOKEN_TYPES } from '@winnow/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromLocalInput } from '../../lib/formats/local-input.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { useErrorText } from '../../ui/error-text.ts'
import { FormActions } from '../../ui/form-actions.tsx'
import form from '../../ui/form.module.css'
import { TextField } from '../../ui/text-field.tsx'
import css from './settings.module.css'
import { type ChosenNode, TokenNodesField } from './token-nodes-field.tsx'

type TokenType = (typeof TOKEN_TYPES)[number]
const isTokenType = (value: string | null): value is TokenType => TOKEN_TYPES.some((type) => type === value)

interface CreateTokenDialogProps {
  opened: boolean
  onClose: () => void
}

/** Makes a token, then shows its secret; that step cannot be closed by a slip. */
export function CreateTokenDialog({ opened, onClose }: CreateTokenDialogProps) {
  const { t } = useTranslation('settings')
  const [made, setMade] = useState<ReplyOf<typeof createToken>>()
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={made ? t('tokens.secretTitle') : t('tokens.create')}
      locked={made !== undefined}
    >
      {made ? <Secret token={made} onDone={close} /> : opened && <TokenForm onMade={setMade} onCancel={close} />}
    </Dialog>
  )
}

function TokenForm({
  onMade,
  onCancel,
}: {
  onMade: (token: ReplyOf<typeof createToken>) => void
  onCancel: () => void
}) {
  const { t } = useTranslation(['settings', 'common'])
  const errorText = useErrorText()
  const [name, setName] = useState('')
  const [type, setType] = useState<TokenType>('ingest')
  // Whoever makes tokens and sees no alarms finds no clients and sites to choose from.
  const maySearch = useMay('alarm.read')
  const [isHeld, setIsHeld] = useState(false)
  const [nodes, setNodes] = useState<ChosenNode[]>([])
  const idsOf = (kind: ChosenNode['kind']) => nodes.filter((node) => node.kind === kind).map(({ id }) => id)
  const formats = useFormats()
  const [now] = useState(() => new Date())
  const [lastDay, setLastDay] = useState('')
  // Through the day as its maker's clock has it, which may be the last hour of another day elsewhere.
  const expiresAt = fromLocalInput(lastDay && `${lastDay}T23:59`, formats.zone)
  const isOver = expiresAt !== undefined && new Date(expiresAt) <= now
  const isComplete = name.trim() !== '' && (!isHeld || nodes.length > 0) && !isOver
  const create = useOperation(createToken, { invalidates: [listTokens], onSuccess: onMade, inlineErrors: true })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isComplete) return
    const [projectIds, siteIds] = isHeld ? [idsOf('project'), idsOf('site')] : [[], []]
    create.mutate({
      body: {
        name: name.trim(),
        tokenType: type,
        ...(projectIds.length > 0 ? { projectIds } : {}),
        ...(siteIds.length > 0 ? { siteIds } : {}),
        ...(expiresAt === undefined ? {} : { expiresAt }),
      },
    })
  }
  return (
    <form className={form['form']} onSubmit={submit}>
      <TextField
        label={t('tokens.name')}
        value={name}
        onChange={setName}
        required
        maxLength={100}
        error={create.error && errorText(create.error)}
        data-autofocus
      />
      <Select
        label={t('tokens.type')}
        data={TOKEN_TYPES.map((value) => ({ value, label: t(`tokens.types.${value}`) }))}
        value={type}
        allowDeselect={false}
        onChange={(value) => isTokenType(value) && setType(value)}
      />
      {maySearch && (
        <Select
          label={t('tokens.sees')}
          data={[
            { value: 'all', label: t('tokens.wholeCompany') },
            { value: 'some', label: t('tokens.someNodes') },
          ]}
          value={isHeld ? 'some' : 'all'}
          allowDeselect={false}
          onChange={(value) => setIsHeld(value === 'some')}
        />
      )}
      {isHeld && <TokenNodesField value={nodes} onChange={setNodes} />}
      <DateField
        label={t('tokens.endsOn')}
        description={t('tokens.endsHint', { zone: formats.zone })}
        value={lastDay}
        onChange={setLastDay}
        error={isOver && t('tokens.endsPast')}
      />
      <FormActions>
        <Button onClick={onCancel}>{t('common:cancel')}</Button>
        <Button type="submit" look="primary" loading={create.isPending} disabled={!isComplete}>
          {t('common:create')}
        </Button>
      </FormActions>
    </form>
  )
}

function Secret({ token, onDone }: { token: ReplyOf<typeof createToken>; onDone: () => void }) {
  const { t } = useTranslation('settings')
  return (
    <div className={form['form']}>
      <p className={css['lead']}>{t('tokens.secretBody')}</p>
      <code className={form['copied']} aria-label={t('tokens.secretLabel', { name: token.name })}>
        {token.secret}
      </code>
      <FormActions>
        <CopyButton value={token.secret} />
        <Button look="primary" onClick={onDone}>
          {t('tokens.done')}
        </Button>
      </FormActions>
    </div>
  )
}
