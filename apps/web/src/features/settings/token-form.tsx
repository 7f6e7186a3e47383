import { Select } from '@mantine/core'
import { createToken, listTokens, type ReplyOf, TOKEN_TYPES } from '@winnow/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fromLocalInput } from '../../lib/formats/local-input.ts'
import { useFormats } from '../../lib/formats/use-formats.ts'
import { useMay } from '../../lib/permissions/permissions.ts'
import { useOperation } from '../../lib/query/use-operation.ts'
import { DateField } from '../../ui/date-field.tsx'
import { FormEnd } from '../../ui/form/form-end.tsx'
import { Form } from '../../ui/form/form.tsx'
import { type SchemaForm, useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { TextField } from '../../ui/text-field.tsx'
import { type ChosenNode, TokenNodesField } from './token-nodes-field.tsx'

interface TokenDraft {
  name: string
  type: (typeof TOKEN_TYPES)[number]
  /** Whether the token is limited to some clients and sites, instead of the whole company. */
  isHeld: boolean
  nodes: ChosenNode[]
  /** The last day on which the token is valid, e.g. `2026-11-20`. If empty, the token is valid until it is revoked. */
  lastDay: string
}
const NEW_TOKEN: TokenDraft = { name: '', type: 'ingest', isHeld: false, nodes: [], lastDay: '' }

/** The chosen ids of one kind that the token is limited to. */
function idsIn({ isHeld, nodes }: TokenDraft, kind: ChosenNode['kind']): string[] | undefined {
  const ids = nodes.filter((node) => isHeld && node.kind === kind).map(({ id }) => id)
  return ids.length > 0 ? ids : undefined
}

/** The form for a new token: name, type, the clients and sites it can access, and its last day. */
export function TokenForm({ onMade }: { onMade: (token: ReplyOf<typeof createToken>) => void }) {
  const { t } = useTranslation(['settings', 'common'])
  const { zone } = useFormats()
  const [now] = useState(() => new Date())
  // The token is valid until the end of that day in its creator's time zone.
  const endOf = ({ lastDay }: TokenDraft) => fromLocalInput(lastDay && `${lastDay}T23:59`, zone)
  const create = useOperation(createToken, { invalidates: [listTokens], onSuccess: onMade, inlineErrors: true })
  const form = useSchemaForm<TokenDraft, typeof createToken>({
    initial: NEW_TOKEN,
    operation: createToken,
    toBody: (draft) => ({
      name: draft.name,
      tokenType: draft.type,
      projectIds: idsIn(draft, 'project'),
      siteIds: idsIn(draft, 'site'),
      expiresAt: endOf(draft),
    }),
    names: { tokenType: 'type', expiresAt: 'lastDay' },
    rules: (draft) => {
      const end = endOf(draft)
      return {
        nodes: draft.isHeld && draft.nodes.length === 0 ? '' : undefined,
        lastDay: end !== undefined && new Date(end) <= now ? t('tokens.endsPast') : undefined,
      }
    },
    submit: (body) => create.mutateAsync({ body }),
  })
  return (
    <Form form={form}>
      <TextField label={t('tokens.name')} {...form.field('name')} required maxLength={100} data-autofocus />
      <Select
        label={t('tokens.type')}
        data={TOKEN_TYPES.map((each) => ({ value: each, label: t(`tokens.types.${each}`) }))}
        {...form.field('type')}
        allowDeselect={false}
      />
      <ReachFields form={form} />
      <DateField label={t('tokens.endsOn')} description={t('tokens.endsHint', { zone })} {...form.field('lastDay')} />
      <FormEnd form={form} submit={t('common:create')} disabled={!form.isValid} />
    </Form>
  )
}

function ReachFields({ form }: { form: SchemaForm<TokenDraft> }) {
  const { t } = useTranslation('settings')
  const { isHeld, nodes } = form.values
  // A user who may not see alarms cannot list clients and sites, so there is nothing to choose from.
  if (!useMay('alarm.read')) return null
  return (
    <>
      <Select
        label={t('tokens.sees')}
        data={[
          { value: 'all', label: t('tokens.wholeCompany') },
          { value: 'some', label: t('tokens.someNodes') },
        ]}
        value={isHeld ? 'some' : 'all'}
        allowDeselect={false}
        onChange={(chosen) => form.set('isHeld', chosen === 'some')}
      />
      {isHeld && <TokenNodesField value={nodes} onChange={(chosen) => form.set('nodes', chosen)} />}
    </>
  )
}
